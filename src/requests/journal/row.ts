import { z } from 'zod';
import type { Request } from '../../core/adapter.ts';
import type { JsonValue } from '../../core/reply.ts';
import { isPrincipal, type Principal } from '../../core/requester.ts';
import { NO_TRIES, type Tries, triesSchema, withBegun } from './tries.ts';

/** Most processes named in a request's row. */
const MOST_NAMED = 20;

const principal = z.custom<Principal>((text) => typeof text === 'string' && isPrincipal(text));
const target = z.record(z.string(), z.json()) as z.ZodType<{ readonly [key: string]: JsonValue }>;
const file = z.object({
  name: z.string(),
  sizeBytes: z.number().exactOptional(),
  location: z.string(),
  contentType: z.string().exactOptional(),
});
const rawOptions = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), file: file.exactOptional() }),
  z.object({
    kind: z.literal('values'),
    values: z.record(z.string(), z.union([z.string(), z.boolean(), file])),
  }),
]);
/** The scopes are stored as `places`, the name in every version, so that each version reads the others' rows. */
const requestSchema = z
  .object({
    id: z.string(),
    ask: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('command'), name: z.string(), options: rawOptions }),
      z.object({ kind: z.literal('press'), token: z.string(), on: z.string().exactOptional() }),
    ]),
    requester: principal,
    places: z.array(principal),
    locale: z.string(),
    visibility: z.enum(['private', 'shared']),
    target,
  })
  .transform(({ places, ...request }): Request => ({ ...request, scopes: places }));
const rowSchema = z.object({
  request: requestSchema,
  acceptedAt: z.number(),
  // Rows of earlier versions have neither.
  tries: triesSchema.default(NO_TRIES),
  by: z.array(z.string()).readonly().default([]),
});

/** A request that was accepted and is not answered yet. */
export interface OpenRequest {
  /** As it arrived, with card numbers masked. */
  readonly request: Request;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** How often it was started without ending. */
  readonly tries: Tries;
  /** The processes that have started it: each may have sent a check for it. */
  readonly by: readonly string[];
}

/** The row of a completed request. */
export const DONE = '';

/** Serialises the row of an open request. */
export function textOf({ request: { scopes, ...request }, ...entry }: OpenRequest): string {
  return JSON.stringify({ request: { ...request, places: scopes }, ...entry });
}

/** Parses a row; undefined if it is missing or completed. Throws if another version of the program wrote it. */
export function entryOf(text: string | undefined): OpenRequest | undefined {
  return text === undefined || text === DONE ? undefined : rowSchema.parse(JSON.parse(text));
}

/** Like {@link entryOf}, but returns undefined for a row of another version, which must not block the others. */
export function readableEntryOf(text: string): OpenRequest | undefined {
  try {
    return entryOf(text);
  } catch {
    return undefined;
  }
}

/** The entry as it is when this process has started the request again. */
export function begunBy(name: string): (entry: OpenRequest) => OpenRequest {
  return (entry) => ({
    ...entry,
    tries: withBegun(entry.tries),
    by: namesWith(entry.by, name),
  });
}

/** A change of the process of this name, which another one that has started the request since makes void. */
export function unlessOthers(
  name: string,
  change: (entry: OpenRequest) => OpenRequest,
): (entry: OpenRequest) => OpenRequest {
  return (entry) => (entry.by.at(-1) === name ? change(entry) : entry);
}

/** The processes that have started a request, with this one last. */
export function namesWith(names: readonly string[], last: string): string[] {
  return [...names.filter((one) => one !== last), last].slice(-MOST_NAMED);
}

import { z } from 'zod';
import type { Request } from '../../core/adapter.ts';
import type { JsonValue } from '../../core/reply.ts';
import { isPrincipal, type Principal } from '../../core/requester.ts';
import { NO_TRIES, type Tries, triesSchema } from './tries.ts';

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
/** Its scopes are stored as `places`, the name that every version has given them, so that each reads the others' rows. */
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
  // Those of earlier versions have neither.
  tries: triesSchema.default(NO_TRIES),
  by: z.array(z.string()).readonly().default([]),
});

/** A request that has been accepted and not yet answered. */
export interface OpenRequest {
  readonly request: Request;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** How often it was begun and did not end. */
  readonly tries: Tries;
  /** The processes that have begun it: each may have sent something for it. */
  readonly by: readonly string[];
}

/** What stands in the row of a finished request. */
export const DONE = '';

export function textOf({ request: { scopes, ...request }, ...entry }: OpenRequest): string {
  return JSON.stringify({ request: { ...request, places: scopes }, ...entry });
}

/** Nothing for a row that is not there, or finished. Throws for one of another version of the program. */
export function entryOf(text: string | undefined): OpenRequest | undefined {
  return text === undefined || text === DONE ? undefined : rowSchema.parse(JSON.parse(text));
}

/** The same, with nothing for a row of another version: it keeps nobody from the others. */
export function readableEntryOf(text: string): OpenRequest | undefined {
  try {
    return entryOf(text);
  } catch {
    return undefined;
  }
}

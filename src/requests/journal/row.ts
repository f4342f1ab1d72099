import { z } from 'zod';
import type { Request } from '../../core/adapter.ts';
import type { JsonValue } from '../../core/reply.ts';
import { isPrincipal, type Principal } from '../../core/requester.ts';
import type { Collection } from '../../store/contract.ts';
import { type Tries, triesSchema, withBegun } from './tries.ts';

/** Attempts to change a row that is changed at the same time; collisions are rare. */
const CHANGE_TRIES = 10;

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
const requestSchema = z.object({
  id: z.string(),
  ask: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('command'), name: z.string(), options: rawOptions }),
    z.object({ kind: z.literal('press'), token: z.string(), on: z.string().exactOptional() }),
  ]),
  requester: principal,
  scopes: z.array(principal),
  locale: z.string(),
  visibility: z.enum(['private', 'shared']),
  target,
});
const rowSchema = z.object({
  request: requestSchema,
  acceptedAt: z.number(),
  tries: triesSchema,
  by: z.string(),
});

/** A request that was accepted and is not answered yet. */
export interface OpenRequest {
  /** As it arrived, with card numbers masked. */
  readonly request: Request;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** How often it was started without ending. */
  readonly tries: Tries;
  /** The process that has started it last. */
  readonly by: string;
}

/** The row of a completed request. */
export const DONE = '';

/** Serialises the row of an open request. */
export function textOf(entry: OpenRequest): string {
  return JSON.stringify(entry);
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

/** Changes an open request. */
export type Change = (entry: OpenRequest) => OpenRequest;

/** The entry as it is when this process has started the request again. */
export function begunBy(name: string): Change {
  return (entry) => ({ ...entry, tries: withBegun(entry.tries), by: name });
}

/** Changes an open row. Resolves with the entry before the change, or undefined if it is not open. */
export async function changeRow(
  rows: Pick<Collection, 'get' | 'replace'>,
  id: string,
  change: Change,
): Promise<OpenRequest | undefined> {
  for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
    const text = await rows.get(id);
    const entry = entryOf(text);
    if (text === undefined || entry === undefined) return undefined;
    const changed = textOf(change(entry));
    if (changed === text || (await rows.replace(id, text, changed))) return entry;
  }
  throw new Error(`the row of request ${id} keeps changing`);
}

/** What could not be written of a request: all of it, its changes, or its completion. */
export type Unwritten =
  | { readonly kind: 'accepted'; readonly entry: OpenRequest }
  | { readonly kind: 'changed'; readonly change: Change }
  | { readonly kind: 'finished' };

/** Its completion could not be written. */
export const FINISHED: Unwritten = { kind: 'finished' };

import { z } from 'zod';
import type { ReplyTarget, Request } from '../../core/adapter.ts';
import type { JsonValue } from '../../core/reply.ts';
import { isPrincipal, type Principal } from '../../core/requester.ts';
import type { Collection } from '../../store/contract.ts';
import { type Tries, triesSchema, withBegun } from './tries.ts';

/** Most processes named in a request's row. */
const MOST_NAMED = 20;
/** Attempts to change a row that other processes change too; collisions are rare. */
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
  by: z.array(z.string()).readonly(),
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
  return (entry) => ({
    ...entry,
    tries: withBegun(entry.tries),
    by: namesWith(entry.by, name),
  });
}

/** A change of the process of this name, which another one that has started the request since makes void. */
export function unlessOthers(name: string, change: Change): Change {
  return (entry) => (entry.by.at(-1) === name ? change(entry) : entry);
}

/** The processes that have started a request, with this one last. */
export function namesWith(names: readonly string[], last: string): string[] {
  return [...names.filter((one) => one !== last), last].slice(-MOST_NAMED);
}

/** Changes an open row. Resolves with the entry before the change, or undefined if it is not open. */
export type ChangeRow = (id: string, change: Change) => Promise<OpenRequest | undefined>;

/**
 * Creates what changes rows.
 * @param tell called before where a reply stands is written, since a write that is rejected may be carried out all the same. It
 * returns what takes that back, for a write that certainly was not: another process has changed the row before
 */
export function createChangeRow(
  rows: Pick<Collection, 'get' | 'replace'>,
  tell: (id: string) => () => void,
): ChangeRow {
  return async (id, change) => {
    for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
      const text = await rows.get(id);
      const entry = entryOf(text);
      if (text === undefined || entry === undefined) return undefined;
      const next = change(entry);
      const changed = textOf(next);
      const takeBack = next.request.target === entry.request.target ? undefined : tell(id);
      if (changed === text || (await rows.replace(id, text, changed))) return entry;
      takeBack?.();
    }
    throw new Error(`the row of request ${id} keeps changing`);
  };
}

/** A request of which nothing could be written. */
export interface UnwrittenRequest {
  readonly kind: 'accepted';
  readonly entry: OpenRequest;
  /** Its target as it came, before a message of this process showed the reply. */
  readonly asked: ReplyTarget;
}

/** What could not be written of a request: all of it, its changes, or its completion. */
export type Unwritten =
  | UnwrittenRequest
  | { readonly kind: 'changed'; readonly change: Change }
  | { readonly kind: 'finished' };

/** Its completion could not be written. */
export const FINISHED: Unwritten = { kind: 'finished' };
/** All is written but that it is found by its person. */
export const UNINDEXED: Unwritten = { kind: 'changed', change: (entry) => entry };

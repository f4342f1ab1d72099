import { z } from 'zod';
import type { ReplyTarget, Request } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { JsonValue } from '../core/reply.ts';
import { isPrincipal, type Principal } from '../core/requester.ts';
import type { Rows } from '../store/store.ts';

/** A finished request is remembered this long, so that an event delivered again is not done again. */
const DONE_KEPT_MS = 48 * 3_600_000;

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
    z.object({ kind: z.literal('press'), token: z.string() }),
  ]),
  requester: principal,
  places: z.array(principal),
  locale: z.string(),
  visibility: z.enum(['private', 'shared']),
  target,
});
const row = z.object({ request: requestSchema, acceptedAt: z.number() });

/** A request that has been accepted and not yet answered. */
export interface OpenRequest {
  readonly request: Request;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
}

/**
 * The book of accepted requests: written before anybody is told, struck out when the last reply was shown. While
 * the store fails, what cannot be written waits in memory and is written when the store works again.
 */
export interface Journal {
  /** Writes a request down, or finds that it was taken before. Says whether it is safely written. */
  accept(request: Request): Promise<Accepted>;
  /** The reply stands elsewhere now: a placeholder has become a message. */
  moved(entry: OpenRequest, target: ReplyTarget): Promise<void>;
  strikeOut(id: string): Promise<void>;
  /** The entry as it stands now, if it is still open. */
  find(id: string): Promise<OpenRequest | undefined>;
  /** Whether it was answered, lately. */
  isDone(id: string): Promise<boolean>;
  /** All that is open, oldest first. */
  open(): Promise<readonly OpenRequest[]>;
  /**
   * Writes what could not be written while the store failed. Resolves with the requests that another process has taken
   * meanwhile, since the platform delivered them there: they are that one's.
   */
  catchUp(): Promise<readonly string[]>;
}

export type Accepted =
  | { readonly entry: OpenRequest; readonly repeat?: undefined; readonly written: boolean }
  | { readonly repeat: true; readonly written: boolean };

const DONE = '';

/** @param onError told when a write failed */
export function createJournal(rows: Rows, clock: Clock, onError: (error: unknown) => void): Journal {
  /** The rows that could not be written, as they should stand. */
  const unwritten = new Map<string, string>();
  /** Those of them that were never in the journal. */
  const unaccepted = new Set<string>();
  const enter = async (id: string, text: string): Promise<boolean> => {
    try {
      const isNew = await rows.insert(id, text);
      unaccepted.delete(id);
      unwritten.delete(id);
      return isNew;
    } catch (error) {
      onError(error);
      return true;
    }
  };
  const write = async (id: string, text: string): Promise<void> => {
    const options = text === DONE ? { expiresAt: clock.now() + DONE_KEPT_MS } : {};
    try {
      await rows.put(id, text, options);
      if (unwritten.get(id) === text) unwritten.delete(id);
      unaccepted.delete(id);
    } catch (error) {
      unwritten.set(id, text);
      onError(error);
    }
  };
  return {
    accept: async (request) => {
      const { id } = request;
      if (unwritten.has(id)) return { repeat: true, written: false };
      const entry = { request, acceptedAt: clock.now() };
      const text = JSON.stringify(entry);
      try {
        return (await rows.insert(id, text)) ? { entry, written: true } : { repeat: true, written: true };
      } catch (error) {
        unwritten.set(id, text);
        unaccepted.add(id);
        onError(error);
        return { entry, written: false };
      }
    },
    moved: (entry, target) =>
      write(entry.request.id, JSON.stringify({ ...entry, request: { ...entry.request, target } })),
    strikeOut: (id) => write(id, DONE),
    find: async (id) => entryOf(unwritten.get(id) ?? (await rows.get(id))),
    isDone: async (id) => (await rows.get(id)) === DONE,
    open: async () => (await rows.entries()).flatMap(([, text]) => readableEntryOf(text) ?? []),
    catchUp: async () => {
      const taken: string[] = [];
      for (const [id, text] of [...unwritten]) {
        if (text === DONE || !unaccepted.has(id)) await write(id, text);
        else if (!(await enter(id, text))) taken.push(id);
      }
      return taken;
    },
  };
}

/** One of another version of the program, which this one cannot read, keeps nobody from the others. */
function readableEntryOf(text: string): OpenRequest | undefined {
  try {
    return entryOf(text);
  } catch {
    return undefined;
  }
}

function entryOf(text: string | undefined): OpenRequest | undefined {
  return text === undefined || text === DONE ? undefined : row.parse(JSON.parse(text));
}

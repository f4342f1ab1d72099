import { LRUCache } from 'lru-cache';
import { type Clock, HOUR_MS } from '../../core/clock.ts';
import type { Principal } from '../../core/requester.ts';
import type { Collection } from '../../store/contract.ts';
import type { Journal } from './contract.ts';
import {
  begunBy,
  type Change,
  changeRow,
  DONE,
  entryOf,
  FINISHED,
  type OpenRequest,
  readableEntryOf,
  textOf,
  type Unwritten,
} from './row.ts';
import { FIRST_TRY, withEnded, withLasted } from './tries.ts';

/** How long a completed request is remembered, so that an event delivered again is not answered again. */
const DONE_KEPT_MS = 48 * HOUR_MS;
/** More than are open at once. */
const MOST_MET = 10_000;
/** What {@link createJournal} works with. */
export interface JournalNeeds {
  /** Sealed rows, one per request. */
  readonly rows: Collection;
  /** The unique name of this process. */
  readonly by: string;
  /** Dates requests. */
  readonly clock: Clock;
  /** Called if a write failed. */
  readonly onError: (error: unknown) => void;
}

/** Creates the journal of this process. */
export function createJournal({ rows, by, clock, onError }: JournalNeeds): Journal {
  const unwritten = new Map<string, Unwritten>();
  /** What this process recently accepted, started or completed: for repeats, also while the store fails. */
  const met = new LRUCache<string, true>({ max: MOST_MET });
  /** Who asked what is open: theirs are found without reading those of others. */
  const askers = new LRUCache<string, Principal>({ max: MOST_MET });
  const meet = ({ request: { id, requester } }: Pick<OpenRequest, 'request'>): void => {
    met.set(id, true);
    askers.set(id, requester);
  };

  const change = async (id: string, how: Change): Promise<void> => {
    const waiting = unwritten.get(id);
    if (waiting?.kind === 'accepted') unwritten.set(id, { ...waiting, entry: how(waiting.entry) });
    if (waiting?.kind === 'accepted' || waiting?.kind === 'finished') return;
    try {
      await changeRow(rows, id, how);
    } catch (error) {
      const earlier = unwritten.get(id);
      if (earlier === undefined) unwritten.set(id, { kind: 'changed', change: how });
      if (earlier?.kind === 'changed')
        unwritten.set(id, { kind: 'changed', change: (entry) => how(earlier.change(entry)) });
      onError(error);
    }
  };
  const finish = async (id: string): Promise<void> => {
    // From here on, any write still in progress is older.
    unwritten.set(id, FINISHED);
    askers.delete(id);
    try {
      await rows.put(id, DONE, { expiresAt: clock.now() + DONE_KEPT_MS });
      unwritten.delete(id);
    } catch (error) {
      onError(error);
    }
  };
  /**
   * Inserts a request's row. If the store rejects that, reads whose row is there: the insert may have been carried out all
   * the same, and a repeat is not accepted just because the store cannot be written.
   */
  const insertOrFind = async (id: string, entry: OpenRequest): Promise<'ours' | 'taken' | 'unknown'> => {
    try {
      return (await rows.insert(id, textOf(entry))) ? 'ours' : 'taken';
    } catch (error) {
      onError(error);
    }
    const stands = await rows.get(id).catch(() => undefined);
    if (stands === undefined) return 'unknown';
    return readableEntryOf(stands)?.by === by ? 'ours' : 'taken';
  };
  /** Writes a row whose first insert was rejected; the store may have carried it out after all. */
  const enter = async (id: string, entry: OpenRequest): Promise<void> => {
    if (!(await rows.insert(id, textOf(entry)))) await changeRow(rows, id, () => entry);
  };
  const catchUpOn = async (id: string, waiting: Unwritten): Promise<void> => {
    if (waiting.kind === 'finished') return finish(id);
    try {
      if (waiting.kind === 'accepted') await enter(id, waiting.entry);
      else await changeRow(rows, id, waiting.change);
      const latest = unwritten.get(id);
      if (latest === waiting) unwritten.delete(id);
      // Changed while it was being written.
      else if (latest?.kind === 'accepted')
        unwritten.set(id, { kind: 'changed', change: () => latest.entry });
    } catch (error) {
      onError(error);
    }
  };
  const open = async (): Promise<readonly OpenRequest[]> => {
    const found: OpenRequest[] = [];
    // Completed rows have an expiry.
    for await (const portion of rows.portions('lasting'))
      found.push(...portion.flatMap(([, text]) => readableEntryOf(text) ?? []));
    return found;
  };
  return {
    accept: async (request) => {
      const { id } = request;
      if (met.has(id)) return { repeat: true, persisted: !unwritten.has(id) };
      const entry: OpenRequest = { request, acceptedAt: clock.now(), tries: FIRST_TRY, by };
      // Before the store is asked, so that the same event is not accepted twice while the store is slow.
      unwritten.set(id, { kind: 'accepted', entry });
      meet(entry);
      const found = await insertOrFind(id, entry);
      if (found !== 'unknown') unwritten.delete(id);
      if (found === 'taken') return { repeat: true, persisted: true };
      return { entry, persisted: found === 'ours' };
    },
    begin: async (id) => {
      const waiting = unwritten.get(id);
      if (waiting?.kind === 'finished') return undefined;
      if (waiting?.kind !== 'accepted') {
        const begun = await changeRow(rows, id, begunBy(by));
        if (begun !== undefined) meet(begun);
        return begun;
      }
      unwritten.set(id, { ...waiting, entry: begunBy(by)(waiting.entry) });
      return waiting.entry;
    },
    lasted: (id, how) => change(id, (entry) => ({ ...entry, tries: withLasted(entry.tries, how) })),
    ended: (id, lasting) => change(id, (entry) => ({ ...entry, tries: withEnded(entry.tries, lasting) })),
    moved: (id, target) => change(id, (entry) => ({ ...entry, request: { ...entry.request, target } })),
    complete: finish,
    find: async (id) => {
      const waiting = unwritten.get(id);
      if (waiting?.kind === 'finished') return undefined;
      return waiting?.kind === 'accepted' ? waiting.entry : entryOf(await rows.get(id));
    },
    isUnwritten: (id) => unwritten.has(id),
    isRepeat: async (id) => {
      if (met.has(id)) return true;
      const text = await rows.get(id).catch(() => undefined);
      return text !== undefined;
    },
    open,
    openOf: async (requester) => {
      const ids = [...askers].flatMap(([id, asker]) => (asker === requester ? [id] : []));
      const texts = await Promise.all(ids.map((id) => rows.get(id)));
      const found = texts.flatMap((text) => (text === undefined ? [] : (readableEntryOf(text) ?? [])));
      // A request that waits to be shown while the store cannot be written is nowhere else.
      const waiting = [...unwritten.values()].flatMap((one) => (one.kind === 'accepted' ? [one.entry] : []));
      return [...waiting, ...found].filter(({ request }) => request.requester === requester);
    },
    leftOpen: async () => {
      // Not decided by time, which may have been set back since.
      const left = (await open()).filter((entry) => entry.by !== by);
      // Before one of them is started, which may take long, its person may want it forgotten.
      for (const entry of left) meet(entry);
      return left;
    },
    catchUp: async () => {
      for (const [id, waiting] of [...unwritten]) await catchUpOn(id, waiting);
    },
  };
}

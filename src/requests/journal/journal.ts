import { LRUCache } from 'lru-cache';
import { type Clock, HOUR_MS } from '../../core/clock.ts';
import type { Principal } from '../../core/requester.ts';
import type { Collection } from '../../store/contract.ts';
import type { AskedBy, AskedRequest } from './asked-by.ts';
import type { IsOurs, Journal } from './contract.ts';
import {
  begunBy,
  type Change,
  createChangeRow,
  DONE,
  entryOf,
  FINISHED,
  namesWith,
  type OpenRequest,
  readableEntryOf,
  textOf,
  UNINDEXED,
  type Unwritten,
  type UnwrittenRequest,
  unlessOthers,
} from './row.ts';
import { FIRST_TRY, withEnded, withLasted } from './tries.ts';

/** How long a completed request is remembered, so that an event delivered again is not answered again. */
const DONE_KEPT_MS = 48 * HOUR_MS;
/** More than are open at once in one process. */
const MOST_MET = 10_000;
/** What {@link createJournal} works with. */
export interface JournalNeeds {
  /** Sealed rows, one per request. */
  readonly rows: Collection;
  /** Finds requests by person. */
  readonly askedBy: AskedBy;
  /** The unique name of this process. */
  readonly by: string;
  /** Dates requests. */
  readonly clock: Clock;
  /** Called if a write failed. */
  readonly onError: (error: unknown) => void;
}

/** Creates the journal of this process. */
export function createJournal({ rows, askedBy, by, clock, onError }: JournalNeeds): Journal {
  const unwritten = new Map<string, Unwritten>();
  /** Who asked what this process recently accepted, started or completed: for repeats, also while the store fails. */
  const met = new LRUCache<string, Principal>({ max: MOST_MET });
  /** Requests whose replies were moved to where the store was never told. */
  const untold = new LRUCache<string, true>({ max: MOST_MET });

  const changeRow = createChangeRow(rows, (id) => {
    const wasUntold = untold.delete(id);
    return () => {
      if (wasUntold) untold.set(id, true);
    };
  });
  const change = async (id: string, how: Change): Promise<void> => {
    const waiting = unwritten.get(id);
    if (waiting?.kind === 'accepted') unwritten.set(id, { ...waiting, entry: how(waiting.entry) });
    if (waiting?.kind === 'accepted' || waiting?.kind === 'finished') return;
    try {
      await changeRow(id, how);
    } catch (error) {
      const earlier = unwritten.get(id);
      if (earlier === undefined) unwritten.set(id, { kind: 'changed', change: how });
      if (earlier?.kind === 'changed')
        unwritten.set(id, { kind: 'changed', change: (entry) => how(earlier.change(entry)) });
      onError(error);
    }
  };
  /** Has a request found by its person. If that cannot be written now, it is when the store works again. */
  const index = async (asked: AskedRequest): Promise<void> => {
    try {
      await askedBy.add(asked);
    } catch (error) {
      if (!unwritten.has(asked.id)) unwritten.set(asked.id, UNINDEXED);
      onError(error);
    }
  };
  const finish = async (id: string): Promise<void> => {
    // From here on, any write still in progress is older.
    unwritten.set(id, FINISHED);
    const requester = met.get(id);
    try {
      await Promise.all([
        rows.put(id, DONE, { expiresAt: clock.now() + DONE_KEPT_MS }),
        requester && askedBy.remove({ id, requester }),
      ]);
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
    return readableEntryOf(stands)?.by.at(-1) === by ? 'ours' : 'taken';
  };
  /**
   * Inserts a row whose first insert was rejected: the store may have carried it out after all, or the event was delivered
   * elsewhere too. Resolves with false if the request belongs to another process or is completed.
   */
  const enter = async (id: string, { entry, asked }: UnwrittenRequest, isOurs: IsOurs): Promise<boolean> => {
    const { request } = entry;
    // Where its reply stands is told only by its owner: the message of any other process is withdrawn.
    const row = textOf({ ...entry, request: { ...request, target: asked } });
    const [isEntered] = await Promise.all([rows.insert(id, row), askedBy.add(request)]);
    const text = isEntered ? row : await rows.get(id);
    const stands = text === undefined ? undefined : readableEntryOf(text);
    if (stands === undefined) return false;
    const wasCarriedOut = !isEntered && stands.by.at(-1) === by;
    // Another process that could not write either may have it; the first to claim it owns it.
    if (!wasCarriedOut && !(await isOurs(id))) return false;
    if (!isEntered || request.target !== asked)
      await changeRow(id, (earlier) => ({ ...entry, by: namesWith(earlier.by, by) }));
    return true;
  };
  /** Resolves with false if the request belongs to another process. */
  const catchUpOn = async (id: string, waiting: Unwritten, isOurs: IsOurs): Promise<boolean> => {
    if (waiting.kind === 'finished') {
      await finish(id);
      return true;
    }
    try {
      const isKept = waiting.kind === 'changed' || (await enter(id, waiting, isOurs));
      const changed = waiting.kind === 'changed' ? await changeRow(id, waiting.change) : undefined;
      if (changed !== undefined) await askedBy.add(changed.request);
      const latest = unwritten.get(id);
      if (!isKept) return false;
      if (latest === waiting) unwritten.delete(id);
      // Changed while it was being written.
      else if (latest?.kind === 'accepted')
        unwritten.set(id, {
          kind: 'changed',
          change: unlessOthers(by, ({ by }) => ({ ...latest.entry, by })),
        });
      return true;
    } catch (error) {
      onError(error);
      return true;
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
      if (met.has(id)) return { repeat: 'here', persisted: !unwritten.has(id) };
      const entry: OpenRequest = { request, acceptedAt: clock.now(), tries: FIRST_TRY, by: [by] };
      // Before the store is asked, so that the same event is not accepted twice while the store is slow.
      unwritten.set(id, { kind: 'accepted', entry, asked: request.target });
      met.set(id, request.requester);
      const isIndexed = askedBy.add(request).then(
        () => true,
        (error: unknown) => {
          onError(error);
          return false;
        },
      );
      const found = await insertOrFind(id, entry);
      if (found !== 'unknown') unwritten.delete(id);
      if (found === 'ours' && !(await isIndexed)) unwritten.set(id, UNINDEXED);
      if (found === 'taken') return { repeat: 'elsewhere', persisted: true };
      return { entry, persisted: found === 'ours' };
    },
    repeatHere: (id) => (met.has(id) ? { repeat: 'here', persisted: !unwritten.has(id) } : undefined),
    begin: async (id) => {
      const waiting = unwritten.get(id);
      if (waiting?.kind === 'finished') return undefined;
      if (waiting?.kind !== 'accepted') {
        const begun = await changeRow(id, begunBy(by));
        if (begun === undefined) return undefined;
        met.set(id, begun.request.requester);
        // The process that accepted it may have crashed before it did.
        await index(begun.request);
        return begun;
      }
      unwritten.set(id, { ...waiting, entry: begunBy(by)(waiting.entry) });
      return waiting.entry;
    },
    lasted: (id, how) => change(id, (entry) => ({ ...entry, tries: withLasted(entry.tries, how) })),
    ended: (id, lasting) => change(id, (entry) => ({ ...entry, tries: withEnded(entry.tries, lasting) })),
    moved: (id, target) => {
      untold.set(id, true);
      return change(
        id,
        unlessOthers(by, (entry) => ({ ...entry, request: { ...entry.request, target } })),
      );
    },
    isUntold: (id) => untold.has(id),
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
    isDone: async (id) => (await rows.get(id)) === DONE,
    open,
    openOf: async (requester) => {
      const ids = await askedBy.idsOf(requester);
      const texts = await Promise.all(ids.map((id) => rows.get(id)));
      const found = texts.flatMap((text) => (text === undefined ? [] : (readableEntryOf(text) ?? [])));
      // A request that waits to be shown while the store cannot be written is nowhere else.
      const waiting = [...unwritten.values()].flatMap((one) => (one.kind === 'accepted' ? [one.entry] : []));
      const theirs = [...waiting, ...found].filter(({ request }) => request.requester === requester);
      for (const { request } of theirs) met.set(request.id, requester);
      return theirs;
    },
    index,
    leftOpen: async () => {
      // Not decided by time, which may have been set back since.
      const left = (await open()).filter((entry) => !entry.by.includes(by));
      for (const { request } of left) met.set(request.id, request.requester);
      // Before one of them is started, which may take long, its person may want it forgotten.
      await Promise.all(left.map(({ request }) => index(request)));
      return left;
    },
    catchUp: async (isOurs) => {
      const taken: string[] = [];
      for (const [id, waiting] of [...unwritten]) {
        if (!(await catchUpOn(id, waiting, isOurs))) taken.push(id);
      }
      // Removed last: until the caller is told, answers still check whether the request is theirs.
      for (const id of taken) unwritten.delete(id);
      return taken;
    },
  };
}

import { LRUCache } from 'lru-cache';
import type { ReplyTarget, Request } from '../../core/adapter.ts';
import type { Clock } from '../../core/clock.ts';
import type { Principal } from '../../core/requester.ts';
import type { Collection } from '../../store/contract.ts';
import { DONE, entryOf, type OpenRequest, readableEntryOf, textOf } from './row.ts';
import { FIRST_TRY, withBegun, withEnded, withLasted } from './tries.ts';

/** A finished request is remembered this long, so that an event delivered again is not done again. */
const DONE_KEPT_MS = 48 * 3_600_000;
/** So many of the processes that began a request are named in its row. */
const MOST_NAMED = 20;
/** A change meets another one of the same row at most a few times. */
const CHANGE_TRIES = 10;

/**
 * The book of accepted requests: written before anybody is told, struck out when the last reply was shown. While
 * the store fails, what cannot be written waits in memory and is written when the store works again. A row is inserted
 * once, changed only as long as it is open, and finished for good: no older state is ever written over a newer one,
 * whichever process writes it, and however late the store carries it out.
 */
export interface Journal {
  /** Writes a request down as begun, or finds that it was taken before. Says whether it is safely written. */
  accept(request: Request): Promise<Accepted>;
  /**
   * Writes down that this process begins it once more. Resolves with the entry as it stood before, or with nothing when it
   * is not open any more. Rejects when that cannot be written, and then it must not be begun.
   */
  begin(id: string): Promise<OpenRequest | undefined>;
  /** The present try has gone on for a while. */
  lasted(id: string): Promise<void>;
  /** The present try has ended in good order, and the request stays open. */
  ended(id: string, hasLasted: boolean): Promise<void>;
  /** The reply stands elsewhere now: a placeholder has become a message. */
  moved(id: string, target: ReplyTarget): Promise<void>;
  complete(id: string): Promise<void>;
  /** The entry as it stands now, if it is still open. */
  find(id: string): Promise<OpenRequest | undefined>;
  /** Whether the store does not have it yet as it stands. */
  isUnwritten(id: string): boolean;
  /** Whether it was answered, lately. */
  isDone(id: string): Promise<boolean>;
  /**
   * All that is open, oldest first, or a person's. Takes no longer for what is finished. A person has 50 at most: those of
   * a hundred people are 5,000, about 0.2 s of a processor, read in portions between which everybody else is served.
   */
  open(of?: Principal): Promise<readonly OpenRequest[]>;
  /** What other processes have left open. From now on an event of theirs that is delivered again is a repeat. */
  leftOpen(): Promise<readonly OpenRequest[]>;
  /**
   * Writes what could not be written while the store failed. Resolves with the requests that another process has taken
   * meanwhile, since the platform delivered them there: they are that one's.
   */
  catchUp(isOurs: IsOurs): Promise<readonly string[]>;
}

export type Accepted =
  | { readonly entry: OpenRequest; readonly repeat?: undefined; readonly written: boolean }
  | { readonly repeat: true; readonly written: boolean };

/** Whether this process answers a request that another one has begun as well: of two, one says so. */
export type IsOurs = (id: string) => Promise<boolean>;

type Change = (entry: OpenRequest) => OpenRequest;

/** What could not be written of a request: all of it, what has changed, or that it is finished. */
type Unwritten =
  | { readonly kind: 'accepted'; readonly entry: OpenRequest }
  | { readonly kind: 'changed'; readonly change: Change }
  | { readonly kind: 'finished' };

/** More than are open at once in one process. */
const MOST_MET = 10_000;
const FINISHED: Unwritten = { kind: 'finished' };

export interface JournalNeeds {
  readonly rows: Collection;
  /** The name of this process, unlike that of any other before or beside it. */
  readonly by: string;
  readonly clock: Clock;
  /** Told when a write failed. */
  readonly onError: (error: unknown) => void;
}

export function createJournal({ rows, by, clock, onError }: JournalNeeds): Journal {
  const unwritten = new Map<string, Unwritten>();
  /**
   * The requests that this process has accepted, begun or finished lately: an event that is delivered again is known for
   * one even while the store cannot tell.
   */
  const met = new LRUCache<string, true>({ max: MOST_MET });

  /** Changes a row that is open. Resolves with the entry as it stood before. */
  const changeRow = async (id: string, change: Change): Promise<OpenRequest | undefined> => {
    for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
      const text = await rows.get(id);
      const entry = entryOf(text);
      if (text === undefined || entry === undefined) return undefined;
      const changed = textOf(change(entry));
      if (changed === text || (await rows.replace(id, text, changed))) return entry;
    }
    throw new Error(`the row of request ${id} keeps changing`);
  };
  const change = async (id: string, how: Change): Promise<void> => {
    const waiting = unwritten.get(id);
    if (waiting?.kind === 'accepted') unwritten.set(id, { kind: 'accepted', entry: how(waiting.entry) });
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
  const finish = async (id: string): Promise<void> => {
    // From now on, whatever is still on its way is older.
    unwritten.set(id, FINISHED);
    try {
      await rows.put(id, DONE, { expiresAt: clock.now() + DONE_KEPT_MS });
      unwritten.delete(id);
    } catch (error) {
      onError(error);
    }
  };
  /**
   * Inserts the row of a request, and where the store rejects that, looks whose row stands there: it may have been carried
   * out all the same, and a request that was taken before is not taken again because the store cannot be written.
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
   * Inserts a row whose first insert was rejected: the store may have carried that out all the same, be it later, or the
   * event was delivered elsewhere as well. Resolves with false when the request is another's, or finished.
   */
  const enter = async (id: string, entry: OpenRequest, isOurs: IsOurs): Promise<boolean> => {
    // Another process that could not write either may have it: of two, the first to say so.
    if (await rows.insert(id, textOf(entry))) return isOurs(id);
    const text = await rows.get(id);
    const stands = text === undefined ? undefined : readableEntryOf(text);
    if (stands === undefined) return false;
    if (stands.by.at(-1) !== by && !(await isOurs(id))) return false;
    await changeRow(id, (earlier) => ({ ...entry, by: namesWith(earlier.by, by) }));
    return true;
  };
  /** Resolves with false when the request is another process's. */
  const catchUpOn = async (id: string, waiting: Unwritten, isOurs: IsOurs): Promise<boolean> => {
    if (waiting.kind === 'finished') {
      await finish(id);
      return true;
    }
    try {
      const isKept = waiting.kind === 'changed' || (await enter(id, waiting.entry, isOurs));
      if (waiting.kind === 'changed') await changeRow(id, waiting.change);
      const latest = unwritten.get(id);
      if (!isKept) return false;
      if (latest === waiting) unwritten.delete(id);
      // Changed while it was being written.
      else if (latest?.kind === 'accepted')
        unwritten.set(id, { kind: 'changed', change: () => latest.entry });
      return true;
    } catch (error) {
      onError(error);
      return true;
    }
  };
  const open = async (of?: Principal): Promise<readonly OpenRequest[]> => {
    const found: OpenRequest[] = [];
    // What is finished has an expiry.
    for await (const portion of rows.portions('lasting')) {
      const entries = portion.flatMap(([, text]) => readableEntryOf(text) ?? []);
      found.push(...entries.filter(({ request }) => of === undefined || request.requester === of));
    }
    return found;
  };
  return {
    accept: async (request) => {
      const { id } = request;
      if (met.has(id)) return { repeat: true, written: !unwritten.has(id) };
      const entry: OpenRequest = { request, acceptedAt: clock.now(), tries: FIRST_TRY, by: [by] };
      // Before the store is asked, so that the same event is not taken twice while it takes its time.
      unwritten.set(id, { kind: 'accepted', entry });
      met.set(id, true);
      const found = await insertOrFind(id, entry);
      if (found !== 'unknown') unwritten.delete(id);
      if (found === 'taken') return { repeat: true, written: true };
      return { entry, written: found === 'ours' };
    },
    begin: async (id) => {
      met.set(id, true);
      const waiting = unwritten.get(id);
      if (waiting?.kind === 'finished') return undefined;
      if (waiting?.kind !== 'accepted') return changeRow(id, begunBy(by));
      unwritten.set(id, { kind: 'accepted', entry: begunBy(by)(waiting.entry) });
      return waiting.entry;
    },
    lasted: (id) => change(id, (entry) => ({ ...entry, tries: withLasted(entry.tries) })),
    ended: (id, hasLasted) => change(id, (entry) => ({ ...entry, tries: withEnded(entry.tries, hasLasted) })),
    moved: (id, target) => change(id, (entry) => ({ ...entry, request: { ...entry.request, target } })),
    complete: finish,
    find: async (id) => {
      const waiting = unwritten.get(id);
      if (waiting?.kind === 'finished') return undefined;
      return waiting?.kind === 'accepted' ? waiting.entry : entryOf(await rows.get(id));
    },
    isUnwritten: (id) => unwritten.has(id),
    isDone: async (id) => (await rows.get(id)) === DONE,
    open,
    leftOpen: async () => {
      // Not told by the time, which may have been set back since.
      const left = (await open()).filter((entry) => !entry.by.includes(by));
      for (const { request } of left) met.set(request.id, true);
      return left;
    },
    catchUp: async (isOurs) => {
      const taken: string[] = [];
      for (const [id, waiting] of [...unwritten]) {
        if (!(await catchUpOn(id, waiting, isOurs))) taken.push(id);
      }
      // Only now: until whoever answers them is told, each looks whether it is still theirs.
      for (const id of taken) unwritten.delete(id);
      return taken;
    },
  };
}

/** The processes that have begun a request, with this one as the last. */
function namesWith(names: readonly string[], last: string): string[] {
  return [...names.filter((one) => one !== last), last].slice(-MOST_NAMED);
}

function begunBy(name: string): Change {
  return (entry) => ({
    ...entry,
    tries: withBegun(entry.tries),
    by: namesWith(entry.by, name),
  });
}

import { setMaxListeners } from 'node:events';
import type { AccountOf } from '../checks/contract.ts';
import type { Principal, Receipt, ReplyTarget, Request } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import { parseJson } from '../core/errors.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { RequestTable } from '../store/schema/request.ts';

/** How often the bot looks whether a running request waits for a check. */
export const LOOK_MS = 20;

/** A request that was accepted and is not answered yet. */
export interface OpenRequest {
  /** As it arrived, with card numbers masked; its target is where the reply is shown now. */
  request: Request;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** How many processes ended while it was open, since it last waited for a check or ran for a while. */
  tries: number;
  /** How often its reply could not be shown by this process. */
  failures: number;
}

/** An open request with its state in this process. */
interface Entry extends OpenRequest {
  receipt: Receipt | Promise<Receipt>;
  /** It is answered, but that is not written yet. */
  isDone: boolean;
  /** While it runs. */
  abort?: AbortController | undefined;
}

/** Why a running request was stopped: its person cancelled it or used /forget, or a shutdown leaves it to the next process. */
export type StopReason = 'cancelled' | 'forgotten' | 'shutdown';

/** The reason of a running request's aborted signal. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly why: StopReason;

  constructor(why: StopReason) {
    super(`stopped: ${why}`);
    this.why = why;
  }
}

/** All open requests, and their rows. Only this module writes these rows. */
export interface OpenRequests {
  /**
   * Writes a request. While the store fails it is kept in memory and written later. Resolves without `open` for an event that
   * was accepted before. Rejects for an internal error.
   */
  accept(request: Request): Promise<{ readonly open?: OpenRequest; readonly receipt: Receipt }>;
  /**
   * The open requests of the last process; waits for the store. Counts a try for each that has fewer than `most`.
   * @param carried added if the store does not know them
   */
  load(most: number, carried?: readonly OpenRequest[]): Promise<readonly OpenRequest[]>;
  /** Runs the work with a signal that is aborted when the request is stopped. */
  run(open: OpenRequest, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** The reply has another target now. Never rejects: only a restart needs it. */
  moved(open: OpenRequest, target: ReplyTarget): Promise<void>;
  /** Waits for the store. */
  setTries(open: OpenRequest, tries: number): Promise<void>;
  /** The request is answered. Waits for the store. */
  finish(open: OpenRequest): Promise<void>;
  /** Closes the requests of a person that were accepted before this one. Resolves with their number. */
  forget(requester: Principal, before: string): Promise<number>;
  /** Whether a request was accepted before; false if the store cannot be read. */
  isKnown(id: string): Promise<boolean>;
  isOpen(id: string): boolean;
  isRunning(id: string): boolean;
  /** Aborts one request for its asker. Returns whether it was running. */
  cancel(id: string): boolean;
  open(): readonly OpenRequest[];
  /** How many are open, in all or of one person's account. */
  count(): number;
  countOf(requester: Principal): number;
  /**
   * Aborts all requests that wait for a check, now or later, and stops waiting for a failing store. Resolves when the requests
   * that are being accepted or run now have ended.
   */
  leave(isWaiting: (id: string) => boolean): Promise<void>;
  /** Resolves when nothing is being accepted or runs. */
  settled(): Promise<void>;
  /** Aborts all requests that run or will run. */
  stop(): void;
}

/** @param onError called when a write failed and is not repeated */
export function createOpenRequests(
  table: RequestTable,
  health: Pick<StoreHealth, 'report' | 'healthy'>,
  clock: Clock,
  accountOf: AccountOf,
  onError: (error: unknown) => void,
): OpenRequests {
  const all = new Map<string, Entry>();
  const counts = new Map<string, number>();
  let countOfAll = 0;
  let isLoaded = false;
  const underWay = new Set<Promise<unknown>>();
  let isStopped = false;
  /** Aborted when the process ends: then nothing waits for a failing store. */
  const leaving = new AbortController();
  // Each request that waits for the store listens.
  setMaxListeners(0, leaving.signal);

  const count = (requester: Principal, change: 1 | -1): void => {
    countOfAll += change;
    const account = accountOf(requester);
    const sum = (counts.get(account) ?? 0) + change;
    if (sum === 0) counts.delete(account);
    else counts.set(account, sum);
  };
  const addEntry = (open: Pick<OpenRequest, 'request' | 'acceptedAt' | 'tries'>): Entry => {
    const entry: Entry = { ...open, failures: 0, receipt: 'persisted', isDone: false };
    all.set(open.request.id, entry);
    count(open.request.requester, 1);
    return entry;
  };
  const markDone = (id: string): void => {
    const entry = all.get(id);
    if (entry === undefined || entry.isDone) return;
    entry.isDone = true;
    count(entry.request.requester, -1);
  };
  /** Repeats the work whenever the store works again, until it succeeds. */
  const untilWritten = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StoreFailed)) throw error;
        health.report(error);
        await health.healthy(leaving.signal);
        leaving.signal.throwIfAborted();
      }
    }
  };
  const track = async <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  };
  const insert = ({ request, acceptedAt }: OpenRequest): Promise<boolean> =>
    table.insert(request.requester, {
      id: request.id,
      body: JSON.stringify(request),
      at: acceptedAt,
    });
  const writeLater = (entry: Entry): void => {
    untilWritten(async () => entry.isDone || insert(entry)).then(
      () => {
        entry.receipt = 'persisted';
      },
      () => undefined,
    );
  };
  const stateOf = (id: string) => table.stateOf(id).catch(() => undefined);
  const drop = (id: string): { receipt: Receipt } => {
    markDone(id);
    all.delete(id);
    return { receipt: 'persisted' };
  };
  const acceptNew = async (request: Request): ReturnType<OpenRequests['accept']> => {
    const entry = addEntry({ request, acceptedAt: clock.now(), tries: 0 });
    const inserted = insert(entry);
    entry.receipt = inserted.then(
      () => 'persisted',
      () => 'not-persisted',
    );
    try {
      // Or an earlier process left it open, and it was delivered again while those were loaded.
      const isOpen = (await inserted) || (isLoaded && (await stateOf(request.id)) === 'open');
      return isOpen ? { open: entry, receipt: 'persisted' } : drop(request.id);
    } catch (error) {
      if (!(error instanceof StoreFailed)) {
        drop(request.id);
        throw error;
      }
      health.report(error);
    }
    // An open row may be this one, written despite the error. A row that is done is not.
    if ((await stateOf(request.id)) === 'done') return drop(request.id);
    writeLater(entry);
    return { open: entry, receipt: 'not-persisted' };
  };
  const abort = (entry: Entry | undefined, why: StopReason): boolean => {
    entry?.abort?.abort(new Stopped(why));
    return entry?.abort !== undefined;
  };
  return {
    accept: async (request) => {
      const known = all.get(request.id);
      return known === undefined ? track(acceptNew(request)) : { receipt: await known.receipt };
    },
    load: async (most, carried = []) => {
      if (carried.length > 0) await untilWritten(() => Promise.all(carried.map(insert)));
      const rows = await untilWritten(() => table.loadOpen(most));
      isLoaded = true;
      return rows.flatMap(({ id, body, tries, at }) => {
        // The row is sealed, so its form is known.
        const request = parseJson(body) as Request | undefined;
        if (request === undefined || all.has(id)) return [];
        return [addEntry({ request, acceptedAt: at, tries })];
      });
    },
    run: async ({ request }, work) => {
      const entry = all.get(request.id);
      if (entry === undefined || entry.isDone) return;
      const own = new AbortController();
      entry.abort = own;
      if (isStopped) abort(entry, 'shutdown');
      await track(work(own.signal)).finally(() => {
        entry.abort = undefined;
      });
    },
    moved: async (open, target) => {
      open.request = { ...open.request, target };
      await table.updateBody(open.request.id, JSON.stringify(open.request)).catch(onError);
    },
    setTries: async (open, tries) => {
      open.tries = tries;
      await untilWritten(() => table.setTries(open.request.id, tries));
    },
    finish: async ({ request: { id } }) => {
      markDone(id);
      await untilWritten(() => table.finish(id, clock.now()));
      all.delete(id);
    },
    forget: async (requester, before) => {
      // After a pause of the bot, later messages may be delivered together with this one.
      const known = [...all.keys()];
      const kept = new Set(all.has(before) ? known.slice(known.indexOf(before)) : [before]);
      const ids = new Set(await table.forget(requester, kept, clock.now()));
      for (const [id, { request, isDone }] of all)
        if (request.requester === requester && !kept.has(id) && !isDone) ids.add(id);
      for (const id of ids) {
        markDone(id);
        // A running request shows its own last state.
        if (!abort(all.get(id), 'forgotten')) all.delete(id);
      }
      return ids.size;
    },
    isKnown: async (id) => all.has(id) || (await stateOf(id)) !== undefined,
    isOpen: (id) => all.get(id)?.isDone === false,
    isRunning: (id) => all.get(id)?.abort !== undefined,
    cancel: (id) => abort(all.get(id), 'cancelled'),
    open: () => [...all.values()].filter(({ isDone }) => !isDone),
    count: () => countOfAll,
    countOf: (requester) => counts.get(accountOf(requester)) ?? 0,
    leave: async (isWaiting) => {
      leaving.abort(new Stopped('shutdown'));
      const ended = Promise.allSettled(underWay);
      do for (const [id, entry] of all) if (isWaiting(id)) abort(entry, 'shutdown');
      while (
        (await Promise.race([ended, clock.sleep(LOOK_MS, undefined, { ref: false })])) === undefined
      );
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    stop: () => {
      isStopped = true;
      leaving.abort(new Stopped('shutdown'));
      for (const entry of all.values()) abort(entry, 'shutdown');
    },
  };
}

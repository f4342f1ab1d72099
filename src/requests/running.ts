import type { AccountOf } from '../checks/basics.ts';
import type { Principal } from '../core/requester.ts';

/** Why a running request was stopped: by its asker, or by a shutdown that leaves it to the next process. */
export type StopReason = 'cancelled' | 'shutdown';

/** The reason of a running request's aborted signal. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly why: StopReason;

  constructor(why: StopReason) {
    super(`stopped: ${why}`);
    this.why = why;
  }
}

/** The requests being answered in this process. */
export interface Running {
  /** Runs the work with its own signal until it ends. */
  track(
    request: { readonly id: string; readonly requester: Principal },
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Aborts one request for its asker. Returns whether it was running. */
  cancel(id: string): boolean;
  /** The ids of all running requests. */
  ids(): readonly string[];
  /** The ids of one person's running requests. */
  idsOf(requester: Principal): readonly string[];
  /**
   * Counts a request as open before it runs, so that simultaneous requests are counted one by one. Returns a function that
   * stops counting it, to be called once it runs or never will.
   */
  expect(requester: Principal): () => void;
  /** How many run or are expected, for one person's account. */
  countOf(requester: Principal): number;
  /** How many run or are expected in all. */
  count(): number;
  /** Resolves once everything that runs now has ended. */
  ended(): Promise<void>;
  /** Aborts everything that runs, and whatever is still begun after that. Resolves once what runs now has ended. */
  stopAll(): Promise<void>;
}

/** Creates the register of this process. */
export function createRunning(accountOf: AccountOf): Running {
  const entries = new Map<string, { requester: Principal; abort: AbortController; ended: Promise<void> }>();
  const counts = new Map<string, number>();
  let countOfAll = 0;
  let isStopped = false;
  const count = (requester: Principal, change: 1 | -1): void => {
    countOfAll += change;
    const account = accountOf(requester);
    const sum = (counts.get(account) ?? 0) + change;
    if (sum === 0) counts.delete(account);
    else counts.set(account, sum);
  };
  const expect = (requester: Principal): (() => void) => {
    let isCounted = true;
    count(requester, 1);
    return () => {
      if (isCounted) count(requester, -1);
      isCounted = false;
    };
  };
  const ended = async (): Promise<void> => {
    await Promise.allSettled([...entries.values()].map((entry) => entry.ended));
  };
  return {
    track: async ({ id, requester }, work) => {
      const abort = new AbortController();
      const release = expect(requester);
      if (isStopped) abort.abort(new Stopped('shutdown'));
      const run = work(abort.signal).finally(() => {
        release();
        if (entries.get(id)?.abort === abort) entries.delete(id);
      });
      entries.set(id, { requester, abort, ended: run });
      await run;
    },
    expect,
    cancel: (id) => {
      const entry = entries.get(id);
      if (entry === undefined) return false;
      entry.abort.abort(new Stopped('cancelled'));
      return true;
    },
    ids: () => [...entries.keys()],
    idsOf: (requester) => [...entries].flatMap(([id, entry]) => (entry.requester === requester ? [id] : [])),
    countOf: (requester) => counts.get(accountOf(requester)) ?? 0,
    count: () => countOfAll,
    ended,
    stopAll: async () => {
      isStopped = true;
      for (const { abort } of entries.values()) abort.abort(new Stopped('shutdown'));
      await ended();
    },
  };
}

import type { AccountOf } from '../checks/accounts.ts';
import type { Principal } from '../core/requester.ts';

/** Why a running request was told to stop: by its asker, or to be gone on with by the next, or by another process. */
export type StopReason = 'cancelled' | 'shutdown' | 'taken-over';

export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly why: StopReason;

  constructor(why: StopReason) {
    super(`stopped: ${why}`);
    this.why = why;
  }
}

/** The requests that are being answered in this process. */
export interface Running {
  /** Runs the work under a signal of its own, until it ends. */
  track(
    request: { readonly id: string; readonly requester: Principal },
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Aborts one request, by default for its asker. Answers whether it was running. */
  cancel(id: string, why?: StopReason): boolean;
  ids(): readonly string[];
  /** Those of one person. */
  idsOf(requester: Principal): readonly string[];
  /**
   * Counts a request from now on that is not running yet: what comes in one moment is counted one by one. Returns what ends
   * that, to be called when it runs or never will.
   */
  expect(requester: Principal): () => void;
  /** How many run or are expected, of one person's account. */
  countOf(requester: Principal): number;
  /** How many run or are expected, of all. */
  count(): number;
  /** Resolves when what runs now has ended. */
  ended(): Promise<void>;
  /** Aborts everything that still runs, and resolves when it has ended. */
  stopAll(): Promise<void>;
}

export function createRunning(accountOf: AccountOf): Running {
  const entries = new Map<string, { requester: Principal; abort: AbortController; ended: Promise<void> }>();
  const counts = new Map<string, number>();
  let countOfAll = 0;
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
      const run = work(abort.signal).finally(() => {
        release();
        if (entries.get(id)?.abort === abort) entries.delete(id);
      });
      entries.set(id, { requester, abort, ended: run });
      await run;
    },
    expect,
    cancel: (id, why = 'cancelled') => {
      const entry = entries.get(id);
      entry?.abort.abort(new Stopped(why));
      return entry !== undefined;
    },
    ids: () => [...entries.keys()],
    idsOf: (requester) => [...entries].flatMap(([id, entry]) => (entry.requester === requester ? [id] : [])),
    countOf: (requester) => counts.get(accountOf(requester)) ?? 0,
    count: () => countOfAll,
    ended,
    stopAll: async () => {
      for (const { abort } of entries.values()) abort.abort(new Stopped('shutdown'));
      await ended();
    },
  };
}

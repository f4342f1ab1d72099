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
  countOf(requester: Principal): number;
  count(): number;
  /** Resolves when what runs now has ended. */
  ended(): Promise<void>;
  /** Aborts everything that still runs, and resolves when it has ended. */
  stopAll(): Promise<void>;
}

export function createRunning(): Running {
  const entries = new Map<string, { requester: Principal; abort: AbortController; ended: Promise<void> }>();
  const ended = async (): Promise<void> => {
    await Promise.allSettled([...entries.values()].map((entry) => entry.ended));
  };
  return {
    track: async ({ id, requester }, work) => {
      const abort = new AbortController();
      const run = work(abort.signal).finally(() => entries.delete(id));
      entries.set(id, { requester, abort, ended: run });
      await run;
    },
    cancel: (id, why = 'cancelled') => {
      const entry = entries.get(id);
      entry?.abort.abort(new Stopped(why));
      return entry !== undefined;
    },
    ids: () => [...entries.keys()],
    countOf: (requester) => [...entries.values()].filter((entry) => entry.requester === requester).length,
    count: () => entries.size,
    ended,
    stopAll: async () => {
      for (const { abort } of entries.values()) abort.abort(new Stopped('shutdown'));
      await ended();
    },
  };
}

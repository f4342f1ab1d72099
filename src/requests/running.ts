import type { Principal } from '../core/requester.ts';

/** Why a running request was told to stop. */
export type StopReason = 'cancelled' | 'shutdown';

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
  /** Aborts one request. Answers whether it was running. */
  cancel(id: string): boolean;
  countOf(requester: Principal): number;
  count(): number;
  /** Aborts everything that still runs, and resolves when it has ended. */
  stopAll(): Promise<void>;
}

export function createRunning(): Running {
  const entries = new Map<string, { requester: Principal; abort: AbortController; ended: Promise<void> }>();
  return {
    track: async ({ id, requester }, work) => {
      const abort = new AbortController();
      const ended = work(abort.signal).finally(() => entries.delete(id));
      entries.set(id, { requester, abort, ended });
      await ended;
    },
    cancel: (id) => {
      const entry = entries.get(id);
      entry?.abort.abort(new Stopped('cancelled'));
      return entry !== undefined;
    },
    countOf: (requester) => [...entries.values()].filter((entry) => entry.requester === requester).length,
    count: () => entries.size,
    stopAll: async () => {
      const running = [...entries.values()];
      for (const { abort } of running) abort.abort(new Stopped('shutdown'));
      await Promise.allSettled(running.map(({ ended }) => ended));
    },
  };
}

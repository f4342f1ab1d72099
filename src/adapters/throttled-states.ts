import type { ReplyTarget, Show } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { ShownReply } from '../core/reply.ts';

/** What {@link createThrottledStates} works with. */
export interface ThrottledStatesNeeds {
  /** Milliseconds from the end of one put to the start of the next; 0 for no limit. */
  readonly minIntervalMs: number;
  readonly clock: Clock;
  /** Makes this the newest state on the platform; resolves with the reply's target. */
  readonly put: (reply: ShownReply, state: { readonly last: boolean }) => Promise<ReplyTarget>;
}

/**
 * A `Show` for platforms on which every state costs a call: one put at a time, at least `minIntervalMs` apart; only the
 * newest of the states that arrive in between is put, and the last state always. A skipped state settles like the newer one.
 * A failed put rejects its own state; the next one tries again. Nothing is put after the last state, unless that failed and
 * is shown again.
 */
export function createThrottledStates({ minIntervalMs, clock, put }: ThrottledStatesNeeds): Show {
  let waiting: State | undefined;
  let closing: Promise<ReplyTarget> | undefined;
  let busy = false;
  let freeAt = Number.NEGATIVE_INFINITY;

  const putAll = async (): Promise<void> => {
    busy = true;
    while (waiting !== undefined) {
      const pauseMs = freeAt - clock.elapsed();
      if (pauseMs > 0) await clock.sleep(pauseMs);
      const state: State = waiting;
      waiting = undefined;
      const settle = await outcomeOf(put, state);
      freeAt = clock.elapsed() + minIntervalMs;
      settle();
    }
    busy = false;
  };

  return (reply, { last }) => {
    if (closing !== undefined) return closing;
    const shown = new Promise<ReplyTarget>((resolve, reject) => {
      waiting = { reply, last, waiters: [...(waiting?.waiters ?? []), { resolve, reject }] };
    });
    if (last) {
      closing = shown;
      shown.catch(() => {
        // The caller hears of the failure; here it only allows another attempt.
        closing = undefined;
      });
    }
    if (!busy) void putAll();
    return shown;
  };
}

interface State {
  readonly reply: ShownReply;
  readonly last: boolean;
  /** Callers of this state and of the ones skipped for it. */
  readonly waiters: readonly {
    readonly resolve: (target: ReplyTarget) => void;
    readonly reject: (error: unknown) => void;
  }[];
}

/** Puts a state and settles all its callers. */
async function outcomeOf(
  put: ThrottledStatesNeeds['put'],
  { reply, last, waiters }: State,
): Promise<() => void> {
  try {
    const target = await put(reply, { last });
    return () => {
      for (const { resolve } of waiters) resolve(target);
    };
  } catch (error) {
    return () => {
      for (const { reject } of waiters) reject(error);
    };
  }
}

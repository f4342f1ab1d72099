import type { ReplyTarget, Show } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { ShownReply } from '../core/reply.ts';

export interface ThrottledStatesNeeds {
  /** Time from the end of one put to the beginning of the next; 0 for none. */
  readonly minIntervalMs: number;
  readonly clock: Clock;
  /** Makes this the newest state on the platform; resolves with where the reply stands now. */
  readonly put: (reply: ShownReply, state: { readonly last: boolean }) => Promise<ReplyTarget>;
}

/**
 * A `Show` for platforms on which every state costs a call: one put at a time, none sooner than `minIntervalMs`
 * after the one before, states that come meanwhile give way to the newest, the last one is always put.
 *
 * A skipped state settles as the newer one does. A put that fails rejects its own state; the next one tries again.
 * Nothing is put after the last state, unless that failed and comes again.
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
        // The one who asked for it hears of the failure; here it only opens the way for another try.
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
  /** Of this state and of the ones skipped for it. */
  readonly waiters: readonly {
    readonly resolve: (target: ReplyTarget) => void;
    readonly reject: (error: unknown) => void;
  }[];
}

/** Puts a state; what comes back tells the outcome to all who wait for it. */
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

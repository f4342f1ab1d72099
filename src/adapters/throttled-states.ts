import type { ReplyTarget, Show, ShownState } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { ShownReply } from '../core/reply.ts';

/** How long a platform's own sign of work ("typing", "thinking") stands before a placeholder takes its place. */
const PLACEHOLDER_AFTER_MS = 1_000;

/** One attempt to put a state on the platform: the last, with which the reply is complete, or one before it. */
export type Putting =
  | { readonly last: true; readonly superseded?: undefined }
  | {
      readonly last: false;
      /**
       * Aborted when a newer state has come, or the reply is left to the next process: a put that has not called the platform
       * yet should give up; one that is under way should end.
       */
      readonly superseded: AbortSignal;
    };

/** What {@link createThrottledStates} works with. */
export interface ThrottledStatesNeeds {
  /** Milliseconds from the end of one put to the start of the next, unless that is the last; 0 for no limit. */
  readonly minIntervalMs: number;
  readonly clock: Clock;
  /** Makes this the newest state on the platform; resolves with the reply's target. */
  readonly put: (reply: ShownReply, putting: Putting) => Promise<ReplyTarget>;
}

/**
 * A `Show` for platforms on which every state costs a call: one put at a time; those before the last are at least
 * `minIntervalMs` apart, and a placeholder is put only if it has lasted for a second. Only the newest of the states that
 * arrive meanwhile is put. The last state is always put, as soon as no other put is under way. A skipped state settles like
 * the newer one. A failed put rejects its own state; the next one tries again. Nothing is put after the last state, unless
 * that failed and is shown again, and no state before the last once the reply is left to the next process.
 */
export function createThrottledStates({ minIntervalMs, clock, put }: ThrottledStatesNeeds): Show {
  let waiting: State | undefined;
  let closing: Promise<ReplyTarget> | undefined;
  let busy = false;
  let freeAt = Number.NEGATIVE_INFINITY;
  let placeholderSince: number | undefined;
  /** Ends what is done for the state before; undefined if nothing is that may end. */
  let newer: AbortController | undefined;

  const pauseBefore = ({ state }: State): number => {
    if (state.last) return 0;
    const ripeAt =
      placeholderSince === undefined ? Number.NEGATIVE_INFINITY : placeholderSince + PLACEHOLDER_AFTER_MS;
    return Math.max(freeAt, ripeAt) - clock.elapsed();
  };
  /** Leaves the callers of a state that could not be put to the newer one that waits; rejects them if none does. */
  const fail = ({ waiters }: State, error: unknown): void => {
    if (waiting === undefined) for (const { reject } of waiters) reject(error);
    else waiting = { ...waiting, waiters: [...waiters, ...waiting.waiters] };
  };
  /** Puts one state, unless a newer one comes first. */
  const putNext = async (next: State): Promise<void> => {
    newer = next.state.last ? undefined : new AbortController();
    const signal = newer?.signal;
    const pauseMs = pauseBefore(next);
    if (pauseMs > 0) {
      await clock.sleep(pauseMs, signal).catch(() => undefined);
      if (signal?.aborted) return;
    }
    waiting = undefined;
    const { reply, waiters } = next;
    try {
      const target = await put(
        reply,
        signal === undefined ? { last: true } : { last: false, superseded: signal },
      );
      for (const { resolve } of waiters) resolve(target);
    } catch (error) {
      fail(next, error);
    }
    freeAt = clock.elapsed() + minIntervalMs;
  };
  const putAll = async (): Promise<void> => {
    busy = true;
    while (waiting !== undefined) await putNext(waiting);
    busy = false;
  };

  /** Gives up what waits, unless that is the last state. */
  const drop = (reason: unknown): void => {
    newer?.abort(reason);
    if (waiting?.state.last !== false) return;
    for (const { reject } of waiting.waiters) reject(reason);
    waiting = undefined;
  };
  let hearsOf: AbortSignal | undefined;
  const hear = (ended: AbortSignal | undefined): void => {
    if (ended === hearsOf) return;
    hearsOf = ended;
    ended?.addEventListener('abort', () => drop(ended.reason), { once: true });
  };

  return (reply, state) => {
    const { last, ended } = state;
    if (closing !== undefined) return closing;
    if (!last && ended?.aborted) return Promise.reject(ended.reason);
    if (!last) hear(ended);
    if (reply.placeholder !== true || last) placeholderSince = undefined;
    else placeholderSince ??= clock.elapsed();
    const shown = new Promise<ReplyTarget>((resolve, reject) => {
      waiting = { reply, state, waiters: [...(waiting?.waiters ?? []), { resolve, reject }] };
    });
    newer?.abort(NEWER);
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

/** Created once, since creating an error costs more than everything else here. */
const NEWER = new Error('a newer state has come');

interface State {
  readonly reply: ShownReply;
  readonly state: ShownState;
  /** Callers of this state and of the ones skipped for it. */
  readonly waiters: readonly {
    readonly resolve: (target: ReplyTarget) => void;
    readonly reject: (error: unknown) => void;
  }[];
}

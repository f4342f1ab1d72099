import type { ReplyTarget, Show } from '../core/adapter.ts';
import { type Deferred, deferred } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import type { ShownReply } from '../core/reply.ts';

/** A faster answer is shown without "typing", which would stay if the answer overtook it. */
const TYPING_AFTER_MS = 150;
/** How long the platform shows "typing" or "thinking" before a placeholder replaces it. */
const PLACEHOLDER_AFTER_MS = 1_000;

interface ThrottledStatesOptions {
  /** Milliseconds from the end of one call to the start of the next, unless that is the last. */
  readonly minIntervalMs: number;
  readonly clock: Pick<Clock, 'elapsed' | 'later'>;
  /** Makes this the newest state on the platform; resolves with the reply's target. */
  readonly send: (reply: ShownReply, last: boolean) => Promise<ReplyTarget>;
}

interface State {
  readonly reply: ShownReply;
  readonly last: boolean;
  readonly ended: AbortSignal | undefined;
  /** For the callers of this state and of the states it replaced. */
  readonly shown: Deferred<ReplyTarget>;
}

/**
 * A `Show` for platforms on which every state costs a call. There is one call at a time; states before the last are at least
 * `minIntervalMs` apart, and a placeholder is sent only after a second. Of the states that arrive meanwhile only the newest is
 * sent. The last state is always sent. A skipped state settles like the newer one. A failed call rejects its own state. Nothing
 * follows the last state, unless that failed. When the reply is left to the next process, only the last state is still sent.
 */
export function createThrottledStates({
  minIntervalMs,
  clock,
  send,
}: ThrottledStatesOptions): Show {
  let waiting: State | undefined;
  let lastShown: Promise<ReplyTarget> | undefined;
  let isBusy = false;
  let freeAt = Number.NEGATIVE_INFINITY;
  let placeholderSince: number | undefined;
  /** Ends the pause before a state: a newer one has arrived, or the reply was left. */
  let wake = (): void => undefined;
  const onEnded = (): void => wake();

  const isLeft = ({ last, ended }: State): boolean => !last && ended?.aborted === true;
  const pauseBefore = (state: State): number => {
    if (state.last || isLeft(state)) return 0;
    const placeholderAt =
      placeholderSince === undefined ? freeAt : placeholderSince + PLACEHOLDER_AFTER_MS;
    return Math.max(freeAt, placeholderAt) - clock.elapsed();
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.later(ms, resolve, { ref: false });
      wake = () => {
        cancel();
        resolve();
      };
    });
  const sendOne = async (state: State): Promise<void> => {
    const { reply, last, ended, shown } = state;
    try {
      if (isLeft(state)) throw ended?.reason;
      shown.resolve(await send(reply, last));
    } catch (error) {
      if (waiting === undefined) shown.reject(error);
      else waiting.shown.promise.then(shown.resolve, shown.reject);
    }
    freeAt = clock.elapsed() + minIntervalMs;
  };
  const sendAll = async (): Promise<void> => {
    isBusy = true;
    while (waiting !== undefined) {
      const pauseMs = pauseBefore(waiting);
      if (pauseMs > 0) await pause(pauseMs);
      else {
        const next = waiting;
        waiting = undefined;
        await sendOne(next);
      }
    }
    isBusy = false;
  };

  return (reply, { last, ended }) => {
    if (lastShown !== undefined) return lastShown;
    if (reply.placeholder !== true || last) placeholderSince = undefined;
    else placeholderSince ??= clock.elapsed();
    const shown = waiting?.shown ?? deferred();
    waiting = { reply, last, ended, shown };
    ended?.addEventListener('abort', onEnded, { once: true });
    if (last) {
      lastShown = shown.promise;
      shown.promise.catch(() => {
        // The caller handles the failure; here it only allows another attempt.
        lastShown = undefined;
      });
    }
    wake();
    if (!isBusy) void sendAll();
    return shown.promise;
  };
}

/**
 * Shows "typing" in a chat, once for all replies there, until the returned function is called.
 * @param repeatMs how long the platform shows it after a call
 */
export function createTyping(clock: Pick<Clock, 'later'>, repeatMs: number) {
  const chats = new Map<string, { replies: number; cancel: () => void }>();
  return (chat: string, show: () => Promise<unknown>): (() => void) => {
    const open = chats.get(chat) ?? { replies: 0, cancel: () => undefined };
    const type = (): void => {
      // "Typing" is optional: the reply reports a platform that fails.
      show().catch(() => undefined);
      open.cancel = clock.later(repeatMs, type);
    };
    chats.set(chat, open);
    if (open.replies === 0) open.cancel = clock.later(TYPING_AFTER_MS, type);
    open.replies += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      open.replies -= 1;
      if (open.replies > 0) return;
      open.cancel();
      chats.delete(chat);
    };
  };
}

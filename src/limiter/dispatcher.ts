import type { Clock } from '../core/clock.ts';
import type { BatchGate, Pause } from './gates.ts';
import type { DispatchMoment, JobQueue } from './queue.ts';
import { type Hold, NO_HOLD, type Permit, type Slots } from './window/slots.ts';

/** A job in the queue. */
export interface QueuedJob {
  /** Sends it on a permit; resolves with how long its slots stay taken. Never rejects. */
  readonly go: (turn: Permit) => Promise<Hold>;
  readonly reject: (reason: unknown) => void;
}

/** Gives permits to queued jobs. */
export interface Dispatcher {
  /** To be called when the queue has changed, or when a job may be sendable that was not before. */
  update(): void;
  /** The same at the end of this turn of the event loop, once for many jobs that join in it. */
  updateSoon(): void;
  /** Sends no further job. */
  stop(): void;
}

export interface DispatcherNeeds {
  readonly queue: JobQueue<QueuedJob>;
  readonly slots: Slots;
  readonly batchGate: BatchGate;
  readonly pause: Pause;
  readonly clock: Clock;
  /** Most permits requested at a time. A permit goes to whichever job is next when it comes. */
  readonly turnsAhead: number;
  /** The queue is looked at this often, whether or not anything happens. */
  readonly watchEveryMs: number;
  /** Called when the queue may have changed. */
  readonly onChange: () => void;
}

export function createDispatcher(needs: DispatcherNeeds): Dispatcher {
  const { queue, slots, batchGate, pause, clock } = needs;
  const timer = createTimer(clock);
  /** Permits requested that have not come yet. */
  let turns = 0;
  let stopped = false;

  const moment = (): DispatchMoment => ({ elapsedMs: clock.elapsed(), batchMayGo: batchGate.open });
  /** Looks again when the next batch check may be sent. Keeps the process alive while a job waits, which slots do not. */
  const setTimer = (): void => {
    const batchMs = queue.batchLength > 0 ? batchGate.waitMs() : 0;
    timer.set(batchMs > 0 ? batchMs : needs.watchEveryMs, update);
  };
  const goAs = {
    single: ({ go }: QueuedJob, turn: Permit): Promise<Hold> =>
      go({
        ...turn,
        markSent: () => {
          turn.markSent();
          if (queue.batchLength > 0) batchGate.overtaken();
        },
      }),
    batch: ({ go }: QueuedJob, turn: Permit): Promise<Hold> => {
      const passed = batchGate.pass();
      const markSent = (): void => {
        turn.markSent();
        passed.sent();
        update();
      };
      return go({ ...turn, markSent }).finally(passed.ended);
    },
  };
  const useTurn = (turn: Permit): Promise<Hold> => {
    const next = pause.active || stopped ? undefined : queue.take(moment());
    const going = next === undefined ? Promise.resolve(NO_HOLD) : goAs[next.priority](next.item, turn);
    update();
    return next === undefined ? going : going.finally(update);
  };
  const askForTurn = (): void => {
    let waiting = true;
    const come = (): void => {
      if (waiting) turns -= 1;
      waiting = false;
    };
    turns += 1;
    const use = (turn: Permit): Promise<Hold> => {
      come();
      return useTurn(turn);
    };
    slots.acquire(use).catch((error: unknown) => {
      // Bottleneck itself failed: the job that would have been sent is told.
      if (waiting) queue.take({ elapsedMs: clock.elapsed(), batchMayGo: true })?.item.reject(error);
      come();
    });
  };
  /** Requests permits for those who wait, and looks again later. */
  const serve = (): void => {
    const ready = pause.active ? 0 : Math.min(queue.ready(moment()), needs.turnsAhead);
    while (turns < ready) askForTurn();
    setTimer();
  };
  function update(): void {
    if (stopped) return;
    if (queue.length > 0) serve();
    else timer.clear();
    needs.onChange();
  }
  let isDue = false;
  const updateSoon = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      update();
    });
  };
  return {
    update,
    updateSoon,
    stop: () => {
      stopped = true;
      timer.clear();
    },
  };
}

/** Makes one call later. */
function createTimer(clock: Clock) {
  let ringsAt = Number.POSITIVE_INFINITY;
  let cancel = (): void => undefined;
  const clear = (): void => {
    cancel();
    ringsAt = Number.POSITIVE_INFINITY;
  };
  return {
    clear,
    /** Keeps a timer that fires sooner: it is not set anew with every change of a long queue. */
    set: (ms: number, ring: () => void): void => {
      const at = clock.elapsed() + ms;
      if (ringsAt <= at) return;
      clear();
      ringsAt = at;
      cancel = clock.later(ms, () => {
        ringsAt = Number.POSITIVE_INFINITY;
        ring();
      });
    },
  };
}

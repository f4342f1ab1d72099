import type { Clock } from '../core/clock.ts';
import type { Priority } from '../core/priority.ts';
import type { BatchGate } from './batch-gate.ts';
import type { Pause } from './pause.ts';
import type { JobQueue, Moment } from './queue.ts';
import { type Hold, NO_HOLD, type Permit, type Slots } from './window/slots.ts';

/** Somebody in the line. */
export interface QueuedJob {
  /** Uses a turn. Does not reject. */
  readonly go: (turn: Permit) => Promise<Hold>;
  readonly reject: (reason: unknown) => void;
}

/** Brings those who wait and the slots together. */
export interface Dispatcher {
  /** To be called whenever somebody may be able to go who could not before, or the line has changed. */
  update(): void;
  /** Lets nobody go any more. */
  stop(): void;
}

export interface DispatcherNeeds {
  readonly line: JobQueue<QueuedJob>;
  readonly slots: Slots;
  readonly batchGate: BatchGate;
  readonly pause: Pause;
  readonly clock: Clock;
  /** So many turns at most are asked for ahead: a turn waits for a slot, and is for whoever is next when it comes. */
  readonly turnsAhead: number;
  /** Looks so often in any case. */
  readonly watchEveryMs: number;
  readonly onChange: () => void;
}

export function createDispatcher(needs: DispatcherNeeds): Dispatcher {
  const { line, slots, batchGate, pause, clock } = needs;
  const timer = createTimer(clock);
  /** Turns asked for that have not come. */
  const turns = { single: 0, batch: 0 };
  let stopped = false;

  const moment = (): Moment => ({ elapsedMs: clock.elapsed(), batchMayGo: batchGate.open });
  /** Looks again when the next batch check may go. Keeps the process alive while anybody waits: slots do not. */
  const setTimer = (): void => {
    const batchMs = line.batchLength > 0 ? batchGate.waitMs() : 0;
    if (line.length === 0) timer.clear();
    else timer.set(batchMs > 0 ? batchMs : needs.watchEveryMs, update);
  };
  const goAs = {
    single: ({ go }: QueuedJob, turn: Permit): Promise<Hold> =>
      go({
        ...turn,
        markSent: () => {
          turn.markSent();
          if (line.batchLength > 0) batchGate.overtaken();
        },
      }),
    batch: ({ go }: QueuedJob, turn: Permit): Promise<Hold> => {
      const passed = batchGate.pass();
      const departs = (): void => {
        turn.markSent();
        passed.gone();
        update();
      };
      return go({ ...turn, markSent: departs }).finally(passed.over);
    },
  };
  const useTurn = (turn: Permit): Promise<Hold> => {
    const next = pause.active || stopped ? undefined : line.take(moment());
    const going = next === undefined ? Promise.resolve(NO_HOLD) : goAs[next.priority](next.item, turn);
    update();
    return next === undefined ? going : going.finally(update);
  };
  const askForTurn = (priority: Priority): void => {
    let waiting = true;
    const come = (): void => {
      if (waiting) turns[priority] -= 1;
      waiting = false;
    };
    turns[priority] += 1;
    const use = (turn: Permit): Promise<Hold> => {
      come();
      return useTurn(turn);
    };
    slots.acquire(priority, use).catch((error: unknown) => {
      // Bottleneck itself failed: whoever would have had this turn is told.
      if (waiting) line.take({ elapsedMs: clock.elapsed(), batchMayGo: true })?.item.reject(error);
      come();
    });
  };
  function update(): void {
    if (stopped) return;
    const ready = pause.active ? 0 : Math.min(line.ready(moment()), needs.turnsAhead);
    const singles = Math.min(line.length - line.batchLength, ready);
    while (turns.single + turns.batch < ready) askForTurn(turns.single < singles ? 'single' : 'batch');
    setTimer();
    needs.onChange();
  }
  return {
    update,
    stop: () => {
      stopped = true;
      timer.clear();
    },
  };
}

const CLEARED = new Error('the timer was cleared');

/** One call to come. */
function createTimer(clock: Clock) {
  let current: { readonly ringsAt: number; readonly cleared: AbortController } | undefined;
  const clear = (): void => {
    current?.cleared.abort(CLEARED);
    current = undefined;
  };
  return {
    clear,
    /** One that rings sooner stays, and is not set anew with every change of a long line. */
    set: (ms: number, ring: () => void): void => {
      const ringsAt = clock.elapsed() + ms;
      if (current !== undefined && current.ringsAt <= ringsAt) return;
      clear();
      const timer = { ringsAt, cleared: new AbortController() };
      current = timer;
      clock.sleep(ms, timer.cleared.signal).then(
        () => {
          if (current === timer) current = undefined;
          ring();
        },
        () => {
          // Cleared, or set anew.
        },
      );
    },
  };
}

import type { Clock } from '../core/clock.ts';
import type { Pause } from './pause.ts';
import type { JobQueue } from './queue.ts';
import { type Hold, NO_HOLD, type Permit, type Slots } from './window/slots.ts';

/** A job in the queue. */
export interface QueuedJob {
  /** Sends it on a permit; resolves with how long its slots stay taken. Never rejects. */
  readonly go: (turn: Permit) => Promise<Hold>;
  readonly reject: (reason: unknown) => void;
}

interface DispatcherNeeds {
  readonly queue: JobQueue<QueuedJob>;
  readonly slots: Slots;
  readonly pause: Pick<Pause, 'isActive'>;
  readonly clock: Clock;
  readonly concurrent: number;
  readonly windowMs: number;
  /** How far apart batch checks are. */
  readonly everyMs: number;
  /** Called when the queue may have changed. */
  readonly onChange: () => void;
}

/** Gives permits to queued jobs, and spaces batch checks evenly over the window, with room for single checks between them. */
export function createDispatcher(needs: DispatcherNeeds) {
  const { queue, slots, pause, clock, concurrent, windowMs, everyMs } = needs;
  /** Batches leave one slot free, so that a slow service does not keep single checks waiting. */
  const mostBatches = Math.max(concurrent - 1, 1);
  let nextBatchAt = Number.NEGATIVE_INFINITY;
  let batchesInFlight = 0;
  /** Whether a batch check has its permit and is not sent yet. Only once it is sent is it certain that it counts. */
  let isBatchPassing = false;
  /** Permits requested that have not come yet. A permit goes to whichever job is next when it comes. */
  let turns = 0;
  let isStopped = false;
  let isDue = false;
  let cancelTimer = (): void => undefined;

  const batchInMs = (): number => Math.max(nextBatchAt - clock.elapsed(), 0);
  const batchMayGo = (): boolean => !isBatchPassing && batchesInFlight < mostBatches && batchInMs() === 0;
  /** However many single checks overtake, a batch check is sent within a window. */
  const takeBatchTurn = (): void => {
    nextBatchAt = clock.elapsed() + Math.min(batchInMs() + everyMs, windowMs);
  };
  const goSingle = ({ go }: QueuedJob, turn: Permit): Promise<Hold> =>
    go({
      markSent: () => {
        turn.markSent();
        // The batch gives up a turn, so that both together do not use up the window before its end.
        if (queue.batches > 0) takeBatchTurn();
      },
    });
  const goBatch = async ({ go }: QueuedJob, turn: Permit): Promise<Hold> => {
    let wasSent = false;
    isBatchPassing = true;
    const markSent = (): void => {
      turn.markSent();
      wasSent = true;
      isBatchPassing = false;
      batchesInFlight += 1;
      takeBatchTurn();
      update();
    };
    const hold = await go({ markSent });
    if (wasSent) batchesInFlight -= 1;
    else isBatchPassing = false;
    return hold;
  };
  const useTurn = async (turn: Permit): Promise<Hold> => {
    turns -= 1;
    const next = pause.isActive() || isStopped ? undefined : queue.take(clock.elapsed(), batchMayGo());
    update();
    if (next === undefined) return NO_HOLD;
    const hold = await (next.priority === 'single' ? goSingle : goBatch)(next.item, turn);
    update();
    return hold;
  };
  const askForTurns = (): void => {
    const ready = pause.isActive() ? 0 : Math.min(queue.ready(clock.elapsed(), batchMayGo()), concurrent);
    for (; turns < ready; turns += 1) void slots.acquire(useTurn);
    // Looks again when the next batch check may be sent. Keeps the process alive while a job waits, which slots do not.
    const inMs = queue.batches > 0 ? batchInMs() : 0;
    cancelTimer = clock.later(inMs > 0 ? inMs : windowMs, update);
  };
  /** The queue has changed, or a job may be sendable that was not before. Looked at once for all changes of a moment. */
  function update(): void {
    if (isDue || isStopped) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      cancelTimer();
      if (isStopped) return;
      if (queue.singles + queue.batches > 0) askForTurns();
      needs.onChange();
    });
  }
  return {
    update,
    /** Milliseconds until the spacing allows the next batch check. */
    batchInMs,
    /** Sends no further job. */
    stop: (): void => {
      isStopped = true;
      cancelTimer();
    },
  };
}

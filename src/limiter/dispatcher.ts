import type { Pause } from './pause.ts';
import type { JobQueue } from './queue.ts';
import type { Hold, Limits, Slots } from './slots.ts';

/** A job in the queue. */
export interface QueuedJob {
  /** Sends the request; resolves with how long its slots stay taken. Never rejects. */
  readonly send: () => Promise<Hold>;
  readonly reject: (reason: unknown) => void;
}

export type Dispatcher = ReturnType<typeof createDispatcher>;

interface DispatcherOptions {
  readonly queue: JobQueue<QueuedJob>;
  readonly slots: Slots;
  readonly pause: Pick<Pause, 'isActive'>;
  readonly limits: Limits;
  /** Once it is aborted, no further job is sent. */
  readonly draining: AbortSignal;
  /** Called when the queue may have changed. */
  readonly onChange: () => void;
}

/**
 * Sends queued jobs as slots get free, and spaces batch checks evenly over the window, with room
 * for single checks between them.
 */
export function createDispatcher({
  queue,
  slots,
  pause,
  limits,
  draining,
  onChange,
}: DispatcherOptions) {
  const { concurrent, windowMs, everyMs, clock } = limits;
  /** Batches leave one slot free, so that a slow service does not keep single checks waiting. */
  const mostBatches = Math.max(concurrent - 1, 1);
  let nextBatchAt = Number.NEGATIVE_INFINITY;
  let batchesInFlight = 0;
  /**
   * Slots that were requested and are not free yet. Each goes to the job that is next when it is
   * free.
   */
  let turns = 0;
  let isDue = false;
  let cancelTimer = (): void => undefined;

  const batchInMs = (): number => Math.max(nextBatchAt - clock.elapsed(), 0);
  const batchMayGo = (): boolean => batchesInFlight < mostBatches && batchInMs() === 0;
  /** A batch check is sent within a window, however many single checks overtake it. */
  const takeBatchTurn = (): void => {
    nextBatchAt = clock.elapsed() + Math.min(batchInMs() + everyMs, windowMs);
  };
  const sendBatch = async ({ send }: QueuedJob): Promise<Hold> => {
    batchesInFlight += 1;
    takeBatchTurn();
    const hold = await send();
    batchesInFlight -= 1;
    return hold;
  };
  const sendSingle = ({ send }: QueuedJob): Promise<Hold> => {
    // The batch skips a turn, so that both together do not use up the window too early.
    if (queue.batches > 0) takeBatchTurn();
    return send();
  };
  const sendNext = (): Promise<Hold> | undefined => {
    turns -= 1;
    const next =
      pause.isActive() || draining.aborted ? undefined : queue.take(clock.elapsed(), batchMayGo());
    update();
    if (next === undefined) return undefined;
    return (next.priority === 'single' ? sendSingle : sendBatch)(next.item).finally(update);
  };
  const requestTurns = (): void => {
    const ready = pause.isActive()
      ? 0
      : Math.min(queue.ready(clock.elapsed(), batchMayGo()), concurrent);
    for (; turns < ready; turns += 1) void slots.acquire(sendNext);
    // Looks again when the next batch check may be sent. The timer also keeps the process alive
    // while a job waits.
    const inMs = queue.batches > 0 ? batchInMs() : 0;
    cancelTimer = clock.later(inMs > 0 ? inMs : windowMs, update);
  };
  /**
   * Called when the queue has changed or a job may be sent. Runs once for all changes of a turn.
   */
  function update(): void {
    if (isDue || draining.aborted) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      cancelTimer();
      if (draining.aborted) return;
      if (queue.singles + queue.batches > 0) requestTurns();
      onChange();
    });
  }
  draining.addEventListener('abort', () => cancelTimer(), { once: true });
  return {
    update,
    /** Milliseconds until the spacing allows the next batch check. */
    batchInMs,
  };
}

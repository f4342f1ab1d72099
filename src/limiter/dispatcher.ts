import type { Lifetime } from '../core/lifetime/lifetime.ts';
import type { Halt } from './halt.ts';
import type { Limits } from './limits.ts';
import type { JobQueue } from './queue.ts';
import type { Hold, Slots } from './slots.ts';

export interface QueuedJob {
  /** Makes the call. Resolves with how long the call keeps its slots; never rejects. */
  readonly start: () => Promise<Hold>;
  readonly reject: (reason: unknown) => void;
}

interface DispatcherOptions {
  readonly queue: JobQueue<QueuedJob>;
  readonly slots: Slots;
  readonly halt: Pick<Halt, 'isActive'>;
  readonly limits: Limits;
  /** Once it drains, no further job is sent. */
  readonly lifetime: Pick<Lifetime, 'draining' | 'whenDraining'>;
  /** Called when the queue may have changed. */
  readonly onChange: () => void;
}

interface BatchInFlight {
  /** By `Clock.elapsed()`. */
  readonly startedAt: number;
}

/**
 * Sends queued jobs as slots become free, single checks first. Batch checks leave the last slots of
 * the window and the last in-flight slot to single checks. If all waiting jobs fit into the other
 * slots, batch checks are sent immediately; otherwise they are spaced evenly over the window.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #batchesInFlight = new Set<BatchInFlight>();
  /** Start of the last batch check that has ended and was not given back, by `Clock.elapsed()`. */
  #lastBatchAt = Number.NEGATIVE_INFINITY;
  /** Slots that were requested and are not free yet. A free slot goes to the next job. */
  #pendingSlots = 0;
  #isDue = false;
  #cancelTimer = (): void => undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    void options.lifetime.whenDraining('the timer of the queue', () => this.#cancelTimer());
  }

  /** Milliseconds until the spacing allows the next batch check. */
  get batchInMs(): number {
    const { batchSpacingMs, clock } = this.#options.limits;
    const startsInFlight = Array.from(this.#batchesInFlight, ({ startedAt }) => startedAt);
    const lastBatchAt = Math.max(this.#lastBatchAt, ...startsInFlight);
    return Math.max(lastBatchAt + batchSpacingMs - clock.elapsed(), 0);
  }

  /**
   * Call it when the queue has changed or a job may be sent. Sends what may be sent, once for all
   * changes in a turn of the event loop.
   */
  update(): void {
    const { queue, lifetime, onChange } = this.#options;
    const { draining } = lifetime;
    if (this.#isDue || draining.aborted) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#cancelTimer();
      if (draining.aborted) return;
      if (queue.size > 0) this.#acquireSlots();
      onChange();
    });
  }

  #acquireSlots(): void {
    const { queue, slots, halt, limits } = this.#options;
    const { concurrent, windowMs, clock } = limits;
    const ready = halt.isActive
      ? 0
      : queue.promoteAndCountReady(clock.elapsed(), this.#mayBatchGo());
    while (this.#pendingSlots < Math.min(ready, concurrent)) {
      this.#pendingSlots += 1;
      void slots.acquire(() => this.#sendNext());
    }
    // The timer looks again when the next batch check may be sent. It also keeps the process alive
    // while a job waits.
    const inMs = queue.batches > 0 && this.batchInMs > 0 ? this.batchInMs : windowMs;
    this.#cancelTimer = clock.later(inMs, () => this.update());
  }

  #mayBatchGo(): boolean {
    const { queue, slots, limits } = this.#options;
    const room = slots.free - limits.keptForSingles;
    if (room <= 0 || this.#batchesInFlight.size >= limits.batchesInFlight) return false;
    return queue.size <= room || this.batchInMs === 0;
  }

  /** Sends the next job; returns undefined if none may be sent. */
  #sendNext(): Promise<Hold> | undefined {
    const { queue, halt, limits, lifetime } = this.#options;
    this.#pendingSlots -= 1;
    this.update();
    if (halt.isActive || lifetime.draining.aborted) return undefined;
    // Asked again: the slot may come long after it was requested.
    const next = queue.take(limits.clock.elapsed(), this.#mayBatchGo());
    if (next === undefined) return undefined;
    const sent = next.priority === 'batch' ? this.#sendBatch(next.item) : next.item.start();
    return sent.finally(() => this.update());
  }

  async #sendBatch({ start }: QueuedJob): Promise<Hold> {
    const batch = { startedAt: this.#options.limits.clock.elapsed() };
    this.#batchesInFlight.add(batch);
    const hold = await start();
    this.#batchesInFlight.delete(batch);
    // A check that could not connect counts, too. Else a whole list would fail together.
    if (!hold.isGivenBack) this.#lastBatchAt = Math.max(this.#lastBatchAt, batch.startedAt);
    return hold;
  }
}

import Bottleneck from 'bottleneck';
import type { Clock } from '../core/clock.ts';
import type { Limits } from './limits.ts';

/**
 * How long the slots of a call stay taken after its end, in milliseconds; 0 if it was not sent.
 */
export interface Hold {
  readonly windowSlotMs: number;
  /** Above 0 only if the service may still be working on it. */
  readonly inFlightMs: number;
  /** No call was needed after all, so that the next batch check has its turn. */
  readonly isGivenBack?: boolean;
}

/** In how many milliseconds each slot is expected to be free; 0 is now. */
export interface Vacancies {
  readonly windowFreeIn: readonly number[];
  readonly inFlightFreeIn: readonly number[];
}

/**
 * The two limits that are never exceeded: `perWindow` window slots, each held until a window after
 * the answer, and `concurrent` in-flight slots.
 *
 * Bottleneck keeps both: it begins no more work at once than there are slots, in the order in which
 * it came. Work lasts as long as its slot is held. What Bottleneck does not know is when a slot
 * will be free, so `SlotPool` notes that for the forecast.
 */
export class Slots {
  readonly #window: SlotPool;
  readonly #flight: SlotPool;
  readonly #limits: Limits;

  /** @param onFree called when a window slot is free again */
  constructor(limits: Limits, onFree: () => void) {
    const { perWindow, concurrent, clock } = limits;
    this.#window = new SlotPool(perWindow, clock, onFree);
    this.#flight = new SlotPool(concurrent, clock, () => undefined);
    this.#limits = limits;
  }

  /** How many of the window's slots are taken. */
  get used(): number {
    return this.#window.taken;
  }

  /** How many of the window's slots are free. */
  get free(): number {
    return this.#limits.perWindow - this.used;
  }

  get inFlight(): number {
    return this.#flight.taken;
  }

  /**
   * Calls `send` when a window slot and an in-flight slot are free, and frees each after the hold
   * that it resolves with. It must not reject; it returns undefined if there is nothing to send any
   * more.
   * @returns resolves when both slots are free again; never rejects
   */
  acquire(send: () => Promise<Hold> | undefined): Promise<void> {
    return this.#window.whenFree(async () => {
      const ended = await this.#flight.whenFree(() => this.#sendInBoth(send));
      await ended?.windowSlotFree;
    });
  }

  /**
   * Resolves when the in-flight slot is free. The window slot is held for longer: its promise is in
   * an object, since it would be waited for here otherwise.
   */
  async #sendInBoth(
    send: () => Promise<Hold> | undefined,
  ): Promise<{ readonly windowSlotFree: Promise<void> } | undefined> {
    const sent = send();
    if (sent === undefined) return undefined;
    const windowSlot = this.#window.take();
    const flightSlot = this.#flight.take();
    const { windowSlotMs, inFlightMs } = await sent;
    const windowSlotFree = this.#window.release(windowSlot, windowSlotMs);
    await this.#flight.release(flightSlot, inFlightMs);
    return { windowSlotFree };
  }

  /** Takes a window slot at once, and an in-flight slot if `inFlightMs` is above 0. */
  restore({ windowSlotMs, inFlightMs }: Hold): void {
    this.#window.restore(windowSlotMs);
    if (inFlightMs > 0) this.#flight.restore(inFlightMs);
  }

  /** @param latencyMs how long an answer takes */
  vacancies(latencyMs: number): Vacancies {
    const { clock, callTimeoutMs, holdMs } = this.#limits;
    const now = clock.elapsed();
    const endsIn = ({ since, until }: TakenSlot): number =>
      until === undefined
        ? expectedIn(now - since, latencyMs, callTimeoutMs)
        : Math.max(until - now, 0);
    return {
      windowFreeIn: this.#window.freeIn(
        (slot) => endsIn(slot) + (slot.until === undefined ? holdMs : 0),
      ),
      inFlightFreeIn: this.#flight.freeIn(endsIn),
    };
  }
}

/** Times are as `Clock.elapsed()`; `until` is known once the call is over. */
interface TakenSlot {
  readonly since: number;
  until?: number;
}

/** The slots of one kind. */
class SlotPool {
  readonly #size: number;
  readonly #clock: Clock;
  readonly #onFree: () => void;
  readonly #bottleneck: Bottleneck;
  readonly #taken = new Set<TakenSlot>();

  constructor(size: number, clock: Clock, onFree: () => void) {
    this.#size = size;
    this.#clock = clock;
    this.#onFree = onFree;
    this.#bottleneck = createBottleneck(size);
  }

  get taken(): number {
    return this.#taken.size;
  }

  /** Begins the work when a slot is free, which stays reserved until the work has settled. */
  whenFree<T>(work: () => Promise<T>): Promise<T> {
    return this.#bottleneck.schedule(work);
  }

  /** Takes the slot that is reserved for the present work. */
  take(): TakenSlot {
    const slot = { since: this.#clock.elapsed() };
    this.#taken.add(slot);
    return slot;
  }

  /** Frees a slot after `inMs`. */
  async release(slot: TakenSlot, inMs: number): Promise<void> {
    slot.until ??= this.#clock.elapsed() + inMs;
    if (inMs > 0) await this.#clock.sleep(inMs, undefined, { ref: false });
    this.#taken.delete(slot);
    this.#onFree();
  }

  /** Takes a slot at once, for `forMs`. To be called before any work waits for one. */
  restore(forMs: number): void {
    const slot = this.take();
    slot.until = slot.since + forMs;
    void this.#bottleneck.schedule(() => this.release(slot, forMs));
  }

  /** When each slot is free: the taken ones as the function says, and the others now. */
  freeIn(takenFor: (slot: TakenSlot) => number): readonly number[] {
    const times = Array.from(this.#taken, takenFor);
    return [...times, ...Array<number>(Math.max(this.#size - times.length, 0)).fill(0)];
  }
}

/**
 * Bottleneck starts no job before the time of day at which it started the last one: a clock set
 * back by an hour would stop everything for an hour. With a negative `minTime` no job has to wait.
 * The first job is started here, since it counts from the time at which Bottleneck was created.
 */
function createBottleneck(maxConcurrent: number): Bottleneck {
  const bottleneck = new Bottleneck({ maxConcurrent, minTime: Number.NEGATIVE_INFINITY });
  void bottleneck.schedule(async () => undefined);
  return bottleneck;
}

/** A call that is late is expected to take as long again, up to the time-out. */
function expectedIn(ageMs: number, latencyMs: number, timeoutMs: number): number {
  return ageMs < latencyMs ? latencyMs - ageMs : Math.max(Math.min(ageMs, timeoutMs - ageMs), 0);
}

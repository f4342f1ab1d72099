import Bottleneck from 'bottleneck';
import type { Clock } from '../core/time/clock.ts';
import type { Limits } from './limits.ts';

/** Time for which a call keeps its slots after its end, in milliseconds; 0 if it was not sent. */
export interface Hold {
  readonly windowSlotMs: number;
  /** Above 0 only if the service may still be working on the call. */
  readonly inFlightMs: number;
  /** Whether no call was needed after all: then it does not delay the next batch check. */
  readonly isGivenBack?: boolean;
  /** Whether the slots are held for a call that an unknown process may have made. */
  readonly isGuess?: boolean;
}

/** Expected times at which the slots are free, in milliseconds from now; 0 is now. */
export interface Vacancies {
  readonly windowFreeIn: readonly number[];
  readonly inFlightFreeIn: readonly number[];
}

/**
 * The two limits that are never exceeded: `perWindow` window slots, each held until a window after
 * the answer, and `concurrent` in-flight slots. Each kind of slot is a `SlotPool`:
 *
 *     its Bottleneck   who holds or waits for a slot, first come, first served: keeps the limit
 *     its taken slots  since when each call has its slot, and until when: for the forecast
 *
 * The two differ while work has a window slot and waits for an in-flight slot: Bottleneck counts
 * that window slot, but it is taken only when the call is sent.
 */
export class Slots {
  readonly #window: SlotPool;
  readonly #inFlight: SlotPool;
  readonly #limits: Limits;

  /** @param onFree called when a window slot is free again */
  constructor(limits: Limits, onFree: () => void) {
    const { perWindow, concurrent, clock } = limits;
    this.#window = new SlotPool(perWindow, clock, onFree);
    this.#inFlight = new SlotPool(concurrent, clock, () => undefined);
    this.#limits = limits;
  }

  /** Slots of the window that known calls have. */
  get used(): number {
    return this.#window.known;
  }

  /** Free slots of the window. */
  get free(): number {
    return this.#limits.perWindow - this.#window.taken;
  }

  /** In-flight slots that known calls have. */
  get inFlight(): number {
    return this.#inFlight.known;
  }

  /**
   * Calls `send` when a window slot and an in-flight slot are free. Frees each slot after the hold
   * that the promise of `send` resolves with; that promise must not reject. `send` returns
   * undefined if there is nothing to send any more.
   *
   *     window slot     ├ waits for an in-flight slot ┤ send ┤ windowSlotMs ──────────┤
   *     in-flight slot                                ├ send ┤ inFlightMs ┤
   *
   * @returns resolves when both slots are free again; never rejects
   */
  acquire(send: () => Promise<Hold> | undefined): Promise<void> {
    return this.#window.whenFree(async () => {
      // Not returned from below: then the in-flight slot would be held for as long.
      let windowSlotFree: Promise<void> | undefined;
      await this.#inFlight.whenFree(async () => {
        const sent = send();
        if (sent === undefined) return;
        const windowSlot = this.#window.take();
        const inFlightSlot = this.#inFlight.take();
        const { windowSlotMs, inFlightMs } = await sent;
        windowSlotFree = this.#window.release(windowSlot, windowSlotMs);
        await this.#inFlight.release(inFlightSlot, inFlightMs);
      });
      // The window slot is held for longer than the in-flight slot.
      await windowSlotFree;
    });
  }

  /** Takes a window slot immediately, and an in-flight slot if `inFlightMs` is above 0. */
  restore({ windowSlotMs, inFlightMs, isGuess }: Hold): void {
    this.#window.restore(windowSlotMs, isGuess);
    if (inFlightMs > 0) this.#inFlight.restore(inFlightMs, isGuess);
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
      windowFreeIn: this.#window.timesUntilFree(
        (slot) => endsIn(slot) + (slot.until === undefined ? holdMs : 0),
      ),
      inFlightFreeIn: this.#inFlight.timesUntilFree(endsIn),
    };
  }
}

/** The slot of a call that was sent, or may have been. Times are as `Clock.elapsed()`. */
interface TakenSlot {
  readonly since: number;
  /** See {@link Hold}. */
  readonly isGuess: boolean;
  /** Time when the slot will be free; undefined until the call has ended. */
  until?: number;
}

/** The slots of one kind: see {@link Slots}. */
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

  /** Taken slots, without those that are only a guess. */
  get known(): number {
    return [...this.#taken].filter(({ isGuess }) => !isGuess).length;
  }

  /** Begins the work when a slot is free, and reserves that slot until the work has settled. */
  whenFree<T>(work: () => Promise<T>): Promise<T> {
    return this.#bottleneck.schedule(work);
  }

  /** Takes the slot that is reserved for the work that calls this. */
  take(isGuess = false): TakenSlot {
    const slot = { since: this.#clock.elapsed(), isGuess };
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

  /** Takes a slot immediately, for `forMs`. Call it before any work waits for a slot. */
  restore(forMs: number, isGuess = false): void {
    const slot = this.take(isGuess);
    slot.until = slot.since + forMs;
    void this.#bottleneck.schedule(() => this.release(slot, forMs));
  }

  /**
   * In how many milliseconds each slot will be free.
   * @param takenFor returns that for a taken slot; the other slots are free now
   */
  timesUntilFree(takenFor: (slot: TakenSlot) => number): readonly number[] {
    const times = Array.from(this.#taken, takenFor);
    return [...times, ...Array<number>(Math.max(this.#size - times.length, 0)).fill(0)];
  }
}

/**
 * Bottleneck 2.19.5 starts no work before the time of day at which it started the last work: a
 * clock that is set back by an hour would stop everything for an hour. A negative `minTime`
 * prevents that, but not for the first work, which counts from the creation of Bottleneck. So the
 * first work is done here. Its author will not change that: https://github.com/SGrondin/bottleneck/issues/134
 */
function createBottleneck(maxConcurrent: number): Bottleneck {
  const bottleneck = new Bottleneck({ maxConcurrent, minTime: Number.NEGATIVE_INFINITY });
  void bottleneck.schedule(async () => undefined);
  return bottleneck;
}

/** A call that takes longer than usual is expected to take as long again, up to the time-out. */
function expectedIn(ageMs: number, latencyMs: number, timeoutMs: number): number {
  return ageMs < latencyMs ? latencyMs - ageMs : Math.max(Math.min(ageMs, timeoutMs - ageMs), 0);
}

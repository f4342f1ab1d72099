import type { Limits } from './limits.ts';
import type { Priority } from './queue.ts';
import type { Vacancies } from './slots.ts';

/**
 * The most jobs that are simulated. The rest of a longer queue is assumed to go at the same rate.
 */
const MAX_SIMULATED = 2_000;

/** The state of the limiter at one moment. Times are in milliseconds from that moment; 0 is now. */
export interface Situation extends Vacancies {
  readonly limits: Pick<Limits, 'keptForSingles' | 'batchSpacingMs' | 'batchesInFlight' | 'holdMs'>;
  /** Until the halt ends; 0 if there is none. */
  readonly haltedForMs: number;
  /** Time until the spacing allows the next batch check. */
  readonly batchInMs: number;
  readonly latencyMs: number;
  readonly waiting: number;
}

/** Simulates from a situation on when jobs are sent, by the rules of the dispatcher. */
export class Forecast {
  readonly #situation: Situation;
  /** Times at which the slots are free, the earliest first. */
  readonly #windowSlots: number[];
  readonly #inFlightSlots: number[];
  #batchInMs: number;
  #waiting: number;

  constructor(situation: Situation) {
    this.#situation = situation;
    this.#windowSlots = situation.windowFreeIn.toSorted(ascending);
    this.#inFlightSlots = situation.inFlightFreeIn.toSorted(ascending);
    this.#batchInMs = situation.batchInMs;
    this.#waiting = situation.waiting;
  }

  /**
   * Simulates that the next job of the queue is sent; call it once for each job, in their order.
   * @returns milliseconds until it is sent
   */
  simulateNext(priority: Priority): number {
    const startsInMs = priority === 'batch' ? this.#nextBatch() : this.#nextSingle();
    const { latencyMs, limits } = this.#situation;
    this.#waiting -= 1;
    replaceFirst(this.#inFlightSlots, startsInMs + latencyMs);
    replaceFirst(this.#windowSlots, startsInMs + latencyMs + limits.holdMs);
    return startsInMs;
  }

  /**
   * Simulates that these jobs are sent: single checks first, then batch checks.
   * @returns milliseconds until the last one is sent
   */
  simulateAll({
    singles,
    batches,
  }: {
    readonly singles: number;
    readonly batches: number;
  }): number {
    const jobs = singles + batches;
    const simulated = Math.min(jobs, MAX_SIMULATED);
    let startsInMs = 0;
    for (let job = 0; job < simulated; job += 1) {
      startsInMs = this.simulateNext(job < singles ? 'single' : 'batch');
    }
    return jobs > simulated ? (startsInMs * jobs) / simulated : startsInMs;
  }

  #nextSingle(): number {
    const [windowSlot = 0] = this.#windowSlots;
    const [inFlightSlot = 0] = this.#inFlightSlots;
    return Math.max(windowSlot, inFlightSlot, this.#situation.haltedForMs);
  }

  #nextBatch(): number {
    const { haltedForMs, limits } = this.#situation;
    const { keptForSingles, batchSpacingMs, batchesInFlight } = limits;
    const hasRoomIn = this.#windowSlots[keptForSingles] ?? 0;
    // Once so many are free, each waiting job has a slot, and those for singles are left.
    const allFitIn =
      this.#windowSlots[keptForSingles + this.#waiting - 1] ?? Number.POSITIVE_INFINITY;
    const inFlightSlot = this.#inFlightSlots.at(-batchesInFlight) ?? 0;
    const startsInMs = Math.max(
      hasRoomIn,
      inFlightSlot,
      haltedForMs,
      Math.min(allFitIn, this.#batchInMs),
    );
    this.#batchInMs = startsInMs + batchSpacingMs;
    return startsInMs;
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** Replaces the first of the sorted times with a later one, and keeps them sorted. */
function replaceFirst(times: number[], time: number): void {
  times.shift();
  const index = times.findIndex((current) => current > time);
  times.splice(index === -1 ? times.length : index, 0, time);
}

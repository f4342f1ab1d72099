import { RunEnding } from '../core/lifetime.ts';
import type { Halt } from './halt.ts';
import type { SendPermit } from './job.ts';
import { inFlightHoldAfterHangUp, type Limits } from './limits.ts';
import type { Hold } from './slots.ts';

/**
 * The expected latency before the first answer, and the weight of the newest answer in the average.
 */
const FIRST_LATENCY_MS = 500;
const LATENCY_WEIGHT = 0.2;
/** A call that took this part of the time-out counts as timed out: timers fire early. */
const ALMOST = 0.9;
const NO_HOLD: Hold = { windowSlotMs: 0, inFlightMs: 0 };

/** Who waits for a job. */
interface Caller<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** Sends jobs whose turn has come, until the run begins to end. */
export class JobSender {
  readonly #limits: Limits;
  readonly #halt: Halt;
  readonly #draining: AbortSignal;
  readonly #inFlight = new Set<Promise<Hold>>();
  #latencyMs = FIRST_LATENCY_MS;

  constructor(limits: Limits, halt: Halt, draining: AbortSignal) {
    this.#limits = limits;
    this.#halt = halt;
    this.#draining = draining;
  }

  /** How long an answer takes: an average in which the latest count most. */
  get latencyMs(): number {
    return this.#latencyMs;
  }

  /**
   * Sends a job and settles its caller. Resolves with how long its slots stay taken; never rejects.
   */
  send<T>(send: (permit: SendPermit) => Promise<T>, caller: Caller<T>): Promise<Hold> {
    const sent = this.#sendJob(send, caller);
    this.#inFlight.add(sent);
    return sent.finally(() => this.#inFlight.delete(sent));
  }

  /** Resolves when nothing is sent and not yet answered. */
  async untilIdle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight);
  }

  async #sendJob<T>(send: (permit: SendPermit) => Promise<T>, caller: Caller<T>): Promise<Hold> {
    const permit = new Permit(this.#limits, this.#halt, this.#draining);
    try {
      caller.resolve(await send(permit));
      if (permit.isGivenBack) return { ...NO_HOLD, isGivenBack: true };
      this.#latencyMs += (permit.tookMs() - this.#latencyMs) * LATENCY_WEIGHT;
      return { windowSlotMs: this.#limits.holdMs, inFlightMs: 0 };
    } catch (error) {
      // The caller is not settled: the next process answers the request.
      if (error instanceof RunEnding) return NO_HOLD;
      caller.reject(error);
      return permit.hasLeft ? this.#holdAfterFailure(permit) : NO_HOLD;
    }
  }

  /**
   * After a time-out the call may still arrive. A service that closes the connection has
   * finished with it.
   */
  #holdAfterFailure(permit: Permit): Hold {
    const { callTimeoutMs, holdMs, failureHoldMs } = this.#limits;
    const hasHungUp = permit.tookMs() >= callTimeoutMs * ALMOST;
    return {
      windowSlotMs: holdMs + failureHoldMs,
      inFlightMs: hasHungUp ? inFlightHoldAfterHangUp(this.#limits) : 0,
    };
  }
}

/** Lets one call go, and measures how long it takes. */
class Permit implements SendPermit {
  readonly #limits: Limits;
  readonly #halt: Halt;
  readonly #draining: AbortSignal;
  hasLeft = false;
  isGivenBack = false;
  #sentAt: number;

  constructor(limits: Limits, halt: Halt, draining: AbortSignal) {
    this.#limits = limits;
    this.#halt = halt;
    this.#draining = draining;
    this.#sentAt = limits.clock.elapsed();
  }

  async confirm(): Promise<void> {
    // Nobody else could use the slots, so the job keeps them.
    while (this.#halt.isActive) await this.#halt.ended();
    this.#draining.throwIfAborted();
    this.#sentAt = this.#limits.clock.elapsed();
  }

  canSend(): boolean {
    if (this.#halt.isActive || this.#draining.aborted) return false;
    this.hasLeft = true;
    return true;
  }

  giveBack(): void {
    this.isGivenBack = true;
  }

  tookMs(): number {
    return Math.min(this.#limits.clock.elapsed() - this.#sentAt, this.#limits.callTimeoutMs);
  }
}

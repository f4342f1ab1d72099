import { type Lifetime, RunEnding } from '../core/lifetime.ts';
import { onceAborted } from '../core/promises.ts';
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

type EndOfRun = Pick<Lifetime, 'draining' | 'over'>;

/** Who waits for a job. */
interface Caller<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** Sends jobs whose turn has come, until the run drains. */
export class JobSender {
  readonly #limits: Limits;
  readonly #halt: Halt;
  readonly #lifetime: EndOfRun;
  readonly #inFlight = new Set<Promise<Hold>>();
  #latencyMs = FIRST_LATENCY_MS;

  constructor(limits: Limits, halt: Halt, lifetime: EndOfRun) {
    this.#limits = limits;
    this.#halt = halt;
    this.#lifetime = lifetime;
  }

  /** How long an answer takes: an average in which the latest count most. */
  get latencyMs(): number {
    return this.#latencyMs;
  }

  /**
   * Sends a job and settles its caller: one that may not leave any more, when the run is over.
   * Resolves with how long its slots stay taken; never rejects.
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
    const permit = new Permit(this.#limits, this.#halt, this.#lifetime.draining);
    try {
      caller.resolve(await send(permit));
      if (permit.isGivenBack) return { ...NO_HOLD, isGivenBack: true };
      this.#latencyMs += (permit.tookMs() - this.#latencyMs) * LATENCY_WEIGHT;
      return { windowSlotMs: this.#limits.holdMs, inFlightMs: 0 };
    } catch (error) {
      if (error instanceof RunEnding) {
        // Not yet, as those in the queue: its request would show an error before it is handed over.
        onceAborted(this.#lifetime.over, () => caller.reject(error));
        return NO_HOLD;
      }
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

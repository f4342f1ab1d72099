import { type Lifetime, RunEnding } from '../core/lifetime/lifetime.ts';
import { onceAborted } from '../core/promises.ts';
import type { Halt } from './halt.ts';
import type { SendPermit } from './job.ts';
import { inFlightHoldAfterHangUp, type Limits } from './limits.ts';
import type { Hold } from './slots.ts';

/** The expected latency before there is an answer. */
const FIRST_LATENCY_MS = 500;
/** The weight of the newest answer in the average latency. */
const LATENCY_WEIGHT = 0.2;
/**
 * A call that took this share of the time-out counts as timed out: the timer of `exchange` is
 * Node’s, which may fire early.
 */
const ALMOST = 0.9;
const NO_HOLD: Hold = { windowSlotMs: 0, inFlightMs: 0 };

type EndOfRun = Pick<Lifetime, 'draining' | 'over'>;

/** The caller of a job, who waits for its end. */
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

  /** Time that an answer takes: an average in which the latest answers count most. */
  get latencyMs(): number {
    return this.#latencyMs;
  }

  /**
   * Sends a job and settles the promise of its caller. If the run drains before the call has left,
   * rejects that promise once the run is over.
   * @returns resolves with how long the job keeps its slots; never rejects
   */
  send<T>(makeCall: (permit: SendPermit) => Promise<T>, caller: Caller<T>): Promise<Hold> {
    const sent = this.#sendJob(makeCall, caller);
    this.#inFlight.add(sent);
    return sent.finally(() => this.#inFlight.delete(sent));
  }

  /** Resolves when all calls that were sent have ended. */
  async untilIdle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight);
  }

  async #sendJob<T>(
    makeCall: (permit: SendPermit) => Promise<T>,
    caller: Caller<T>,
  ): Promise<Hold> {
    const permit = new Permit(this.#limits, this.#halt, this.#lifetime.draining);
    try {
      caller.resolve(await makeCall(permit));
      // Unlike a call that failed to leave, this also does not delay the next batch check.
      if (permit.isGivenBack) return { ...NO_HOLD, isGivenBack: true };
      this.#latencyMs += (permit.tookMs() - this.#latencyMs) * LATENCY_WEIGHT;
      // Also if nobody asked `canSend`: rather a slot too many than one too few.
      return { windowSlotMs: this.#limits.holdMs, inFlightMs: 0 };
    } catch (error) {
      if (error instanceof RunEnding) {
        // Only once the run is over, as for jobs in the queue. Else the request would show an error
        // instead of being handed over.
        onceAborted(this.#lifetime.over, () => caller.reject(error));
        // Its slots are free now; only its caller hears later.
        return NO_HOLD;
      }
      caller.reject(error);
      return permit.isSent ? this.#holdAfterFailure(permit) : NO_HOLD;
    }
  }

  /**
   * After a time-out the call may still arrive. If the service closed the connection, it has
   * finished with the call.
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

/** Permits one call, and measures how long it takes. */
class Permit implements SendPermit {
  readonly #limits: Limits;
  readonly #halt: Halt;
  readonly #draining: AbortSignal;
  isSent = false;
  isGivenBack = false;
  #sentAt: number;

  constructor(limits: Limits, halt: Halt, draining: AbortSignal) {
    this.#limits = limits;
    this.#halt = halt;
    this.#draining = draining;
    this.#sentAt = limits.clock.elapsed();
  }

  async untilNoHalt(): Promise<void> {
    // The job keeps its slots: nobody else could use them during a halt.
    while (this.#halt.isActive) await this.#halt.untilEnded();
    this.#draining.throwIfAborted();
    this.#sentAt = this.#limits.clock.elapsed();
  }

  canSend(): boolean {
    if (this.#halt.isActive || this.#draining.aborted) return false;
    this.isSent = true;
    return true;
  }

  giveBack(): void {
    this.isGivenBack = true;
  }

  tookMs(): number {
    return Math.min(this.#limits.clock.elapsed() - this.#sentAt, this.#limits.callTimeoutMs);
  }
}

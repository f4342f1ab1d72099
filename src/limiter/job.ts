import type { Wait } from './announcer.ts';
import type { Pause } from './pause.ts';
import type { Priority } from './queue.ts';
import { type Hold, inFlightHoldAfterHangUp, type Limits } from './slots.ts';

/** The expected latency before the first answer, and the weight of the newest answer in the average. */
const FIRST_LATENCY_MS = 500;
const LATENCY_WEIGHT = 0.2;
/** A request that took this part of the time-out counts as timed out: timers fire early. */
const ALMOST = 0.9;
const NO_HOLD: Hold = { windowSlotMs: 0, inFlightMs: 0 };

/** One request that waits for its turn. */
export interface Job {
  /** `batch` is sent after the others, spaced evenly over the window. */
  readonly priority: 'status' | Priority;
  /** The list it belongs to. A person's lists take turns. */
  readonly fairnessKey: string;
  /** Whose job it is. People take turns; a job without a person takes turns by itself. */
  readonly person?: string;
  /** Called when its position in the queue changes; never, if it is sent at once. */
  readonly onWait?: (wait: Wait) => void;
  /** Takes the job out of the queue at once. Ignored once it is being sent, since it may have been paid for. */
  readonly signal: AbortSignal;
}

/** Permission to make one request. */
export interface SendPermit {
  /** Await it right before the request is sent: a pause may have begun. */
  confirm(): Promise<void>;
  /** Call it right before the first byte: a pause may have begun since `confirm`. */
  canSend(): boolean;
}

/** How a job is sent. */
export interface Sending<T> {
  /** Makes exactly one request, after `confirm` has resolved. */
  readonly send: (permit: SendPermit) => Promise<T>;
  /** Whether a request with this error, or without one, may have arrived or may still arrive. Default: yes. */
  readonly mayHaveArrived?: (error?: unknown) => boolean;
}

interface Caller<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** Not sent, because this process is about to end; the next one sends it. */
class ShuttingDown extends Error {
  override readonly name = 'ShuttingDown';
}

/**
 * Sends jobs.
 * @param stopped aborted when all jobs are rejected
 * @param isDraining whether nothing is sent any more
 */
export function createAttempts(
  limits: Limits,
  pause: Pick<Pause, 'isActive' | 'over'>,
  stopped: AbortSignal,
  isDraining: () => boolean,
) {
  const { clock, requestTimeoutMs, holdMs, failureHoldMs } = limits;
  let latencyMs = FIRST_LATENCY_MS;
  const underWay = new Set<Promise<Hold>>();
  const attempt = async <T>(
    { send, mayHaveArrived }: Sending<T>,
    { resolve, reject }: Caller<T>,
  ): Promise<Hold> => {
    let sentAt = clock.elapsed();
    const confirm = async (): Promise<void> => {
      // Nobody else could use the slots, so the job keeps them.
      while (pause.isActive()) await pause.over();
      stopped.throwIfAborted();
      if (isDraining()) throw new ShuttingDown();
      sentAt = clock.elapsed();
    };
    const canSend = (): boolean => !pause.isActive() && !isDraining();
    const tookMs = (): number => Math.min(clock.elapsed() - sentAt, requestTimeoutMs);
    try {
      resolve(await send({ confirm, canSend }));
      if (mayHaveArrived?.() === false) return NO_HOLD;
      latencyMs += (tookMs() - latencyMs) * LATENCY_WEIGHT;
      return { windowSlotMs: holdMs, inFlightMs: 0 };
    } catch (error) {
      // The caller is not settled: the next process answers the request.
      if (error instanceof ShuttingDown) return NO_HOLD;
      reject(error);
      if (mayHaveArrived?.(error) === false) return NO_HOLD;
      // After a time-out it may still arrive. A service that closes the connection has finished with the request.
      const hungUp = tookMs() >= requestTimeoutMs * ALMOST;
      return {
        windowSlotMs: holdMs + failureHoldMs,
        inFlightMs: hungUp ? inFlightHoldAfterHangUp(limits) : 0,
      };
    }
  };
  return {
    /** How long an answer takes: an average in which the latest count most. */
    latencyMs: () => latencyMs,
    /** Sends a job and settles its caller. Resolves with how long its slots stay taken; never rejects. */
    make: <T>(sending: Sending<T>, caller: Caller<T>): Promise<Hold> => {
      const sent = attempt(sending, caller);
      underWay.add(sent);
      return sent.finally(() => underWay.delete(sent));
    },
    /** Resolves when nothing is sent and not yet answered. */
    idle: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

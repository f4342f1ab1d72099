import type { Clock } from '../core/clock.ts';
import type { Wait } from './announcer.ts';
import type { Pause } from './pause.ts';
import type { Priority } from './queue.ts';
import { type Hold, inFlightHoldAfterHangUp } from './slots.ts';

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

interface AttemptSettings {
  /** How long a window slot is held after an answer: the window and a margin. */
  readonly holdMs: number;
  /** How much longer it is held if there was no answer. */
  readonly failureHoldMs: number;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  readonly pause: Pick<Pause, 'isActive' | 'over'>;
  /** Aborted when all jobs are rejected. */
  readonly stopped: AbortSignal;
  /** Nothing is sent any more. */
  readonly isDraining: () => boolean;
}

interface Caller<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** Not sent, because this process is about to end; the next one sends it. */
class ShuttingDown extends Error {
  override readonly name = 'HeldBack';
}

/** Sends jobs. */
export function createAttempts(settings: AttemptSettings) {
  const { clock, requestTimeoutMs, pause, isDraining } = settings;
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
      settings.stopped.throwIfAborted();
      if (isDraining()) throw new ShuttingDown();
      sentAt = clock.elapsed();
    };
    const canSend = (): boolean => !pause.isActive() && !isDraining();
    const tookMs = (): number => Math.min(clock.elapsed() - sentAt, requestTimeoutMs);
    try {
      resolve(await send({ confirm, canSend }));
      if (mayHaveArrived?.() === false) return NO_HOLD;
      latencyMs += (tookMs() - latencyMs) * LATENCY_WEIGHT;
      return { windowSlotMs: settings.holdMs, inFlightMs: 0 };
    } catch (error) {
      // The caller is not settled: the next process answers the request.
      if (error instanceof ShuttingDown) return NO_HOLD;
      reject(error);
      if (mayHaveArrived?.(error) === false) return NO_HOLD;
      // After a time-out it may still arrive. A service that closes the connection has finished with the request.
      const hungUp = tookMs() >= requestTimeoutMs * ALMOST;
      return {
        windowSlotMs: settings.holdMs + settings.failureHoldMs,
        inFlightMs: hungUp ? inFlightHoldAfterHangUp(settings) : 0,
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

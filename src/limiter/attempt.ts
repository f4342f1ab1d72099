import { untilAborted } from '../core/async/until-aborted.ts';
import type { Clock } from '../core/clock.ts';
import type { Job, Sending } from './job.ts';
import type { Pause } from './pause.ts';
import { type Hold, inFlightHoldAfterHangUp, NO_HOLD, type Permit } from './window/slots.ts';

/** How long an answer is expected to take before there is one to go by, and how much the newest counts. */
const FIRST_LATENCY_MS = 500;
const LATENCY_WEIGHT = 0.2;
/** Timers fire early. */
const ALMOST = 0.9;

/** A job whose turn has come, and where its outcome goes. */
interface Due<T> {
  readonly job: Pick<Job, 'beforeSend' | 'signal'>;
  readonly sending: Sending<T>;
  readonly resolve: (value: T | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** Uses a turn for a job, and says how long what it took stays taken. Does not reject. */
export interface Attempts {
  make<T>(due: Due<T>, turn: Permit): Promise<Hold>;
  /** How long an answer takes, going by the latest ones. */
  readonly latencyMs: number;
  /** Resolves when nothing is sent and not yet answered. */
  idle(): Promise<void>;
}

export interface AttemptSettings {
  /** How long a slot is held after an answer: the window and a margin. */
  readonly holdMs: number;
  /** How much longer when there was none. */
  readonly failureHoldMs: number;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  /** Resolves when a job may be sent, which may be later, or never. */
  readonly untilSendable: (signal: AbortSignal) => Promise<void>;
  readonly pause: Pick<Pause, 'active' | 'over'>;
  /** Nothing is sent any more. */
  readonly isDraining: () => boolean;
}

/** It has not left, and never will here: the process ends, and the next one sends it. */
class HeldBack extends Error {
  override readonly name = 'HeldBack';
}

export function createAttempts(settings: AttemptSettings): Attempts {
  const { clock, requestTimeoutMs } = settings;
  let latencyMs = FIRST_LATENCY_MS;
  const underWay = new Set<object>();
  let landed = (): void => undefined;

  const { pause, isDraining } = settings;
  const send = async <T>({ sending, resolve, reject }: Due<T>, turn: Permit): Promise<Hold> => {
    let sentAt = clock.elapsed();
    const confirm = async (): Promise<void> => {
      await turn.confirm();
      // It begins while something is written down as well; what the turn is worth after it has to be asked anew.
      while (pause.active) {
        await pause.over();
        await turn.confirm();
      }
      if (isDraining()) throw new HeldBack();
      sentAt = clock.elapsed();
    };
    const canSend = (): boolean => turn.canSend() && !pause.active && !isDraining();
    const tookMs = (): number => Math.min(clock.elapsed() - sentAt, requestTimeoutMs);
    try {
      resolve(await sending.send({ confirm, canSend }));
      latencyMs += (tookMs() - latencyMs) * LATENCY_WEIGHT;
      return { windowSlotMs: settings.holdMs, inFlightMs: 0 };
    } catch (error) {
      // Without an outcome: whoever asked is answered by the next process.
      if (error instanceof HeldBack) return NO_HOLD;
      reject(error);
      return holdOfFailure(settings, {
        arrived: sending.arrived?.(error) !== false,
        hungUp: tookMs() >= requestTimeoutMs * ALMOST,
      });
    }
  };
  return {
    get latencyMs() {
      return latencyMs;
    },
    make: async (due, turn) => {
      const { job, resolve, reject } = due;
      try {
        if (await isSkipped(job)) {
          resolve(undefined);
          return NO_HOLD;
        }
        await settings.untilSendable(job.signal);
      } catch (error) {
        reject(error);
        return NO_HOLD;
      }
      turn.markSent();
      const flight = {};
      const land = (): void => {
        underWay.delete(flight);
        if (underWay.size === 0) landed();
      };
      underWay.add(flight);
      return send(due, turn).finally(land);
    },
    idle: () =>
      new Promise((resolve) => {
        landed = resolve;
        if (underWay.size === 0) resolve();
      }),
  };
}

async function isSkipped({ beforeSend, signal }: Due<unknown>['job']): Promise<boolean> {
  return beforeSend !== undefined && (await untilAborted(beforeSend(), signal)) === 'skip';
}

/** A request without an answer may arrive after we gave it up. Where the service broke it off, it is over there. */
function holdOfFailure(
  settings: AttemptSettings,
  { arrived, hungUp }: { arrived: boolean; hungUp: boolean },
): Hold {
  if (!arrived) return { windowSlotMs: settings.holdMs, inFlightMs: 0 };
  return {
    windowSlotMs: settings.holdMs + settings.failureHoldMs,
    inFlightMs: hungUp ? inFlightHoldAfterHangUp(settings) : 0,
  };
}

import type { Clock } from '../core/clock.ts';

/** A batch check that has passed the gate. */
interface PassedBatch {
  /** It is being sent. */
  gone(): void;
  /** Its answer came, or it was not sent after all. */
  over(): void;
}

/** Spreads batch checks over the window and leaves room for singles between them. */
export interface BatchGate {
  readonly open: boolean;
  /** Milliseconds until the pace allows the next one. */
  waitMs(): number;
  pass(): PassedBatch;
  /** A single was sent while a batch waits. */
  overtaken(): void;
}

export interface BatchGateSettings {
  readonly everyMs: number;
  readonly windowMs: number;
  /** Requests in flight, of which one is left to singles: batches cannot keep them out, however slow the service is. */
  readonly concurrent: number;
  readonly clock: Clock;
}

export function createBatchGate({ everyMs, windowMs, concurrent, clock }: BatchGateSettings): BatchGate {
  const places = Math.max(concurrent - 1, 1);
  let nextAt = Number.NEGATIVE_INFINITY;
  /** One at a time may be on its way from the gate to being sent: only then is it known whether it counts. */
  let leaving = false;
  let flying = 0;

  const waitMs = (): number => Math.max(nextAt - clock.elapsed(), 0);
  const takeTurn = (): void => {
    // However many singles overtake: in a window's time it is a batch check's turn.
    nextAt = clock.elapsed() + Math.min(waitMs() + everyMs, windowMs);
  };
  return {
    get open() {
      return !leaving && flying < places && waitMs() === 0;
    },
    waitMs,
    pass: () => {
      let gone = false;
      leaving = true;
      return {
        gone: () => {
          gone = true;
          leaving = false;
          flying += 1;
          takeTurn();
        },
        over: () => {
          if (gone) flying -= 1;
          else leaving = false;
        },
      };
    },
    // It costs the batch a turn, so that together they do not use up the window before its end.
    overtaken: takeTurn,
  };
}

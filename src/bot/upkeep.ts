import type { Lifetime } from '../core/lifetime/lifetime.ts';
import { type Clock, HOUR_MS } from '../core/time/clock.ts';
import type { Requests } from '../requests/requests.ts';
import type { Database } from '../store/contract.ts';
import { sweepAnswers, sweepTables } from '../store/schema/sweep.ts';

const CLOCK_POLL_MS = 1_000;
/** After a larger step back, libraries with timers by the time of day would wait too long. */
const FAR_BACK_MS = 2_000;

interface Upkeep {
  readonly database: Pick<Database, 'sql' | 'answers'>;
  readonly requests: Pick<Requests, 'closeExpired'>;
  /** Whether the history of people is kept: see `HISTORY`. */
  readonly keepsHistory: boolean;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/** Removes what has expired, now and every hour until the run ends. */
export function runUpkeep({ database, requests, keepsHistory, lifetime, clock }: Upkeep): void {
  const { draining: signal } = lifetime;
  const { sql, answers } = database;
  lifetime.everyHour('the sweep of the tables', () =>
    sweepTables({ sql, clock, signal, keepsHistory }),
  );
  lifetime.everyHour('the sweep of saved answers', () => sweepAnswers({ answers, clock, signal }));
  // Not now: the platforms, which would show that a request is too old, are not connected yet.
  lifetime.everyHour('the end of old requests', () => requests.closeExpired(), HOUR_MS);
}

/**
 * Resolves when the time of day was set back so far that libraries need new objects.
 * @throws the reason of the signal
 */
export async function untilClockSetBack(clock: Clock, signal: AbortSignal): Promise<Error> {
  for (;;) {
    const before = clock.now() - clock.elapsed();
    await clock.sleep(CLOCK_POLL_MS, signal, { ref: false });
    const stepMs = clock.now() - clock.elapsed() - before;
    if (stepMs < -FAR_BACK_MS) {
      return new Error(`the clock was set back by ${Math.round(-stepMs / 1_000)} s`);
    }
  }
}

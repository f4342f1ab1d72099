import type { Lifetime } from '../core/lifetime/lifetime.ts';
import { type Clock, HOUR_MS } from '../core/time/clock.ts';
import type { Requests } from '../requests/requests.ts';
import type { Database } from '../store/owned-database.ts';
import { sweepAnswers, sweepTables } from '../store/schema/sweep.ts';

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

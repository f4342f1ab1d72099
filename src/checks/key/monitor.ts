import { z } from 'zod';
import { untilAborted } from '../../core/async/promises.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../../core/clock.ts';
import { midnightBefore } from '../../core/days.ts';
import { parseJson } from '../../core/json.ts';
import type { Lifetime } from '../../core/lifetime.ts';
import type { ChecksLeft, KeyStatus } from '../../provider/device.ts';
import { ServiceFailure } from '../../provider/errors.ts';
import type { StoreHealth } from '../../store/health.ts';
import { KeySampleTable } from '../../store/schema/key-sample.ts';
import type { SendTable } from '../../store/schema/send.ts';
import type { Sql } from '../../store/sql.ts';
import type { RaiseAlert } from '../alerts.ts';
import type { CacheSettings } from '../answers/answer-cache.ts';
import type { Sends } from '../sends.ts';
import type { SpendingBook } from '../spending.ts';
import type { DatedKeyStatus } from '../usage.ts';
import { expiryAlert, lowAlert } from './key-alerts.ts';

/** A status is reused this long, since a request for it takes a slot. */
const REUSED_MS = 60_000;
/** How old the known number of checks may be when it is compared with the reserve. */
const RESERVE_FIGURE_MS = 10 * 60_000;
/** After a status call that failed, checks do not wait for another one for this long. */
const FAILED_FOR_MS = 60_000;
/** How long after the start the bot first decides whether to ask; then it does so once an hour. */
const FIRST_POLL_MS = 60_000;
/** The picture shows 30 days, and the forecast looks no further back. */
const SHOWN_MS = 30 * DAY_MS;

const checksLeft = z.union([z.number(), z.literal('no-limit')]).optional();
const sampleSchema = z.object({
  at: z.number(),
  hour: checksLeft,
  day: checksLeft,
  month: checksLeft,
});
/** The checks left at one time (milliseconds since 1970), as the service reported them. */
export type KeySample = z.infer<typeof sampleSchema>;

/** The checks left in the month, and when the service said so (milliseconds since 1970). */
export interface MonthFigure {
  readonly left: number;
  readonly asOf: number;
}

interface KeyOptions {
  readonly sends: Pick<Sends, 'status'>;
  readonly sendTable: Pick<SendTable, 'spentSince'>;
  readonly spending: Pick<SpendingBook, 'byDay'>;
  readonly sql: Sql;
  readonly cache: Pick<CacheSettings, 'realm' | 'isSandbox'>;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly raise: RaiseAlert;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/** The status of the key, fetched once at a time, and what earlier ones said. */
export class KeyMonitor {
  readonly #options: KeyOptions;
  readonly #table: KeySampleTable;
  #latest: DatedKeyStatus | undefined;
  /** By the machine's uptime, which includes the sleep of a laptop. */
  #latestAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #flight: Promise<DatedKeyStatus> | undefined;

  constructor(options: KeyOptions) {
    this.#options = options;
    this.#table = new KeySampleTable(options.sql);
  }

  /** The last status of this run, however old. */
  latest(): DatedKeyStatus | undefined {
    return this.#latest;
  }

  /**
   * The status, not older than `maxAgeMs` (a minute by default).
   * @throws ServiceFailure, StoreFailed, the reason of the signal
   */
  async status(wanted: { maxAgeMs?: number; signal: AbortSignal }): Promise<DatedKeyStatus> {
    const { maxAgeMs = REUSED_MS, signal } = wanted;
    signal.throwIfAborted();
    const ageMs = this.#options.clock.uptime() - this.#latestAt;
    if (this.#latest !== undefined && ageMs < maxAgeMs) return this.#latest;
    this.#flight ??= this.#fetch();
    return untilAborted(this.#flight, signal);
  }

  /**
   * The same status, less the checks that were sent since the service reported it.
   * @throws as {@link status}
   */
  async statusNow(wanted: { maxAgeMs?: number; signal: AbortSignal }): Promise<DatedKeyStatus> {
    const { sendTable, sql } = this.#options;
    const answer = await this.status(wanted);
    const spent = await sendTable.spentSince(sql.read, answer.checkedAt);
    return { ...answer, status: lessBy(answer.status, spent) };
  }

  /**
   * The checks left in the month: a figure of the last ten minutes, or if the status cannot be had,
   * the last one that any process got. Undefined if there is none, or no limit.
   * @throws StoreFailed, the reason of the signal
   */
  async monthLeft(signal: AbortSignal): Promise<MonthFigure | undefined> {
    if (this.#options.clock.uptime() - this.#failedAt >= FAILED_FOR_MS) {
      try {
        return figureOf(await this.status({ maxAgeMs: RESERVE_FIGURE_MS, signal }));
      } catch (error) {
        if (!(error instanceof ServiceFailure)) throw error;
      }
    }
    return this.#latest === undefined ? this.#lastSample() : figureOf(this.#latest);
  }

  /** What was left over the last 30 days, oldest first. Rejects if the store fails. */
  async samples(): Promise<readonly KeySample[]> {
    const { cache, clock } = this.#options;
    const bodies = await this.#table.after(cache.realm, clock.now() - SHOWN_MS);
    return bodies.flatMap((body) => sampleSchema.safeParse(parseJson(body)).data ?? []);
  }

  /** Asks for the status once an hour, until the run ends. */
  start(): void {
    const { lifetime, clock } = this.#options;
    void lifetime.background('the watch over the key', async () => {
      await clock.sleep(FIRST_POLL_MS, lifetime.draining, { ref: false });
      for (;;) {
        await lifetime.background('the hourly status of the key', () => this.#poll());
        await clock.sleep(HOUR_MS, lifetime.draining, { ref: false });
      }
    });
  }

  async #fetch(): Promise<DatedKeyStatus> {
    const { sends, cache, lifetime, clock } = this.#options;
    try {
      const status = await sends.status();
      const answer = { status, checkedAt: clock.now(), isSandbox: cache.isSandbox };
      this.#latestAt = clock.uptime();
      this.#latest = answer;
      this.#failedAt = Number.NEGATIVE_INFINITY;
      void lifetime.background('the figures of the key', () => this.#record(answer));
      return answer;
    } catch (error) {
      if (error instanceof ServiceFailure) this.#failedAt = clock.uptime();
      throw error;
    } finally {
      this.#flight = undefined;
    }
  }

  /** Keeps the first status of each hour, and raises alerts. */
  async #record(answer: DatedKeyStatus): Promise<void> {
    const { cache, health, raise, clock } = this.#options;
    const { status, checkedAt } = answer;
    const { hour, day, month } = status.checksLeft;
    if ((hour ?? day ?? month) !== undefined) {
      const sample = JSON.stringify({ at: checkedAt, hour, day, month });
      await health.writeOrQueue('a figure of the key', () =>
        this.#table.add(cache.realm, checkedAt, sample),
      );
    }
    const samples = await this.samples();
    const alerts = [
      lowAlert({ answer, samples, total: mostInMonth(samples), now: clock.now() }),
      expiryAlert(status.expirationDate, clock.now()),
    ];
    for (const alert of alerts) {
      if (alert !== undefined) raise(alert);
    }
  }

  async #poll(): Promise<void> {
    const { spending, lifetime, clock } = this.#options;
    const [paidToday = 0] = await spending.byDay('paid', 1);
    // Once a day (UTC) even if nothing is paid, so that the history has a figure for each day.
    const isOfToday =
      this.#latest !== undefined &&
      midnightBefore(this.#latest.checkedAt) === midnightBefore(clock.now());
    if (paidToday === 0 && isOfToday) return;
    try {
      await this.status({ maxAgeMs: HOUR_MS, signal: lifetime.draining });
    } catch (error) {
      // `ServiceGate` and /quota report a key that fails.
      if (!(error instanceof ServiceFailure)) throw error;
    }
  }

  async #lastSample(): Promise<MonthFigure | undefined> {
    const last = (await this.samples()).findLast(({ month }) => month !== undefined);
    return typeof last?.month === 'number' ? { left: last.month, asOf: last.at } : undefined;
  }
}

function figureOf({ status, checkedAt }: DatedKeyStatus): MonthFigure | undefined {
  const { month } = status.checksLeft;
  return typeof month === 'number' ? { left: month, asOf: checkedAt } : undefined;
}

function lessBy({ checksLeft, ...status }: KeyStatus, spent: number): KeyStatus {
  const { hour, day, month } = checksLeft;
  const less = (left: ChecksLeft | undefined): ChecksLeft | undefined =>
    typeof left === 'number' ? Math.max(left - spent, 0) : left;
  return { ...status, checksLeft: { hour: less(hour), day: less(day), month: less(month) } };
}

/** The highest figure, as an estimate of what the account has: the service does not say. */
function mostInMonth(samples: readonly KeySample[]): number | undefined {
  const figures = samples.flatMap(({ month }) => (typeof month === 'number' ? [month] : []));
  const most = Math.max(0, ...figures);
  return most > 0 ? most : undefined;
}

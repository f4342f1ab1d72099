import type { Lifetime } from '../../core/lifetime/lifetime.ts';
import { untilAborted } from '../../core/promises.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../../core/time/clock.ts';
import { startOfUtcDay } from '../../core/time/days.ts';
import type { ChecksLeft, KeyStatus } from '../../provider/device.ts';
import { ServiceFailure } from '../../provider/service-failure.ts';
import { countSpentSince } from '../../store/schema/spent-checks.ts';
import type { Sql } from '../../store/sql.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { RaiseAlert } from '../alerts.ts';
import type { CacheSettings } from '../answers/answer-cache.ts';
import type { Sends } from '../service/sends.ts';
import type { ServicePause } from '../service/service-pause.ts';
import type { SpendingBook } from '../spending.ts';
import type { DatedKeyStatus } from '../usage.ts';
import { expiryAlert, lowAlert } from './key-alerts.ts';
import { type KeySample, KeySamples, type MonthLeft, monthLeftIn, sampleOf } from './samples.ts';

/** A status is used again for this long, since each call for it takes a slot. */
const REUSED_MS = 60_000;
/** Maximum age of the known number of checks when it is compared with the reserve. */
const RESERVE_AGE_MS = 10 * 60_000;
/** For this long after a failed status call, checks do not wait for a new one. */
const FAILED_FOR_MS = 60_000;
/** Today and yesterday: sends of these days still have their rows. */
const DAYS_OF_ROWS = 2;
/** Time from the start until the first poll of the status. The next polls follow every hour. */
const FIRST_POLL_MS = 60_000;

/** A caller's wishes for the status. */
interface StatusWanted {
  /** Maximum age of the status, in milliseconds. With 0, a call that is under way is too old. */
  readonly maxAgeMs?: number;
  readonly signal: AbortSignal;
}

interface KeyOptions {
  readonly sends: Pick<Sends, 'status'>;
  readonly pause: Pick<ServicePause, 'state'>;
  readonly spending: Pick<SpendingBook, 'spendingBetween'>;
  readonly sql: Sql;
  readonly cache: Pick<CacheSettings, 'isSandbox'>;
  /** Identifies the key without revealing it. */
  readonly keyId: string;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly raise: RaiseAlert;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/** The status of the key, with at most one call for it at a time, and samples over 30 days. */
export class KeyMonitor {
  readonly #options: KeyOptions;
  readonly #samples: KeySamples;
  #latest: DatedKeyStatus | undefined;
  /** By the machine's uptime, which includes the sleep of a laptop. */
  #latestAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #callUnderWay: Promise<DatedKeyStatus> | undefined;

  constructor(options: KeyOptions) {
    this.#options = options;
    const { sql, keyId, health, clock } = options;
    this.#samples = new KeySamples({ sql, keyId, health, clock });
  }

  /** The last status of this run, however old. */
  latest(): DatedKeyStatus | undefined {
    return this.#latest;
  }

  /**
   * The status, by default at most a minute old.
   * @throws ServiceFailure, StoreFailed, or the reason of the signal
   */
  async status({ maxAgeMs = REUSED_MS, signal }: StatusWanted): Promise<DatedKeyStatus> {
    signal.throwIfAborted();
    const ageMs = this.#options.clock.uptime() - this.#latestAt;
    if (this.#latest !== undefined && ageMs < maxAgeMs) return this.#latest;
    // A call under way may have left before the refusal that the caller wants explained.
    if (maxAgeMs === 0) await untilAborted(this.#untilCallEnded(), signal);
    this.#callUnderWay ??= this.#fetch();
    return untilAborted(this.#callUnderWay, signal);
  }

  /**
   * The same status, less the checks that were sent since the service reported it.
   * @throws as {@link status}
   */
  async statusNow(wanted: StatusWanted): Promise<DatedKeyStatus> {
    const keyStatus = await this.status(wanted);
    const spent = await countSpentSince(this.#options.sql.read, keyStatus.askedAt);
    return { ...keyStatus, status: statusAfterSpending(keyStatus.status, spent) };
  }

  /**
   * The checks left in the month, at most ten minutes old. If the service does not answer, it is
   * the last figure that any process got. Undefined if there is none, or no limit.
   * @throws StoreFailed, or the reason of the signal
   */
  async monthLeft(signal: AbortSignal): Promise<MonthLeft | undefined> {
    if (this.#options.clock.uptime() - this.#failedAt >= FAILED_FOR_MS) {
      try {
        return monthLeftIn(sampleOf(await this.status({ maxAgeMs: RESERVE_AGE_MS, signal })));
      } catch (error) {
        if (!(error instanceof ServiceFailure)) throw error;
      }
    }
    const last = this.#latest === undefined ? await this.#lastSample() : sampleOf(this.#latest);
    const figure = last && monthLeftIn(last);
    return figure && this.#broughtToToday(figure);
  }

  /**
   * Checks that were left over the last 30 days, oldest first.
   * @throws StoreFailed
   */
  samples(): Promise<readonly KeySample[]> {
    return this.#samples.latest();
  }

  /** Asks for the status once an hour, until the run ends. */
  start(): void {
    const { lifetime } = this.#options;
    lifetime.everyHour('the hourly status of the key', () => this.#poll(), FIRST_POLL_MS);
  }

  /** Resolves when the call that is under way has ended, in whatever way. */
  async #untilCallEnded(): Promise<void> {
    await Promise.allSettled([this.#callUnderWay]);
  }

  async #fetch(): Promise<DatedKeyStatus> {
    const { sends, cache, lifetime, clock } = this.#options;
    try {
      const keyStatus = { ...(await sends.status()), isSandbox: cache.isSandbox };
      this.#latestAt = clock.uptime();
      this.#latest = keyStatus;
      this.#failedAt = Number.NEGATIVE_INFINITY;
      void lifetime.background('the samples of the key', () => this.#storeSample(keyStatus));
      return keyStatus;
    } catch (error) {
      if (error instanceof ServiceFailure) this.#failedAt = clock.uptime();
      throw error;
    } finally {
      this.#callUnderWay = undefined;
    }
  }

  /**
   * Raises alerts, and stores the first status of each hour.
   * @throws StoreFailed
   */
  async #storeSample(keyStatus: DatedKeyStatus): Promise<void> {
    const { raise, clock } = this.#options;
    // Before anything that needs the store, which may fail.
    const expiry = expiryAlert(keyStatus.status.expirationDate, clock.now());
    if (expiry !== undefined) raise(expiry);
    await this.#samples.add(keyStatus);
    const samples = await this.samples();
    const total = mostInMonth(samples);
    const low = lowAlert({ keyStatus, samples, total, now: clock.now() });
    if (low !== undefined && !this.#isReported(low.left)) raise(low);
  }

  /**
   * Whether the pause reports that no check is left, or is about to read that in this status. Once
   * the status has allowed a trial, the report was about an earlier month.
   */
  #isReported(left: number): boolean {
    const { state } = this.#options.pause;
    if (left > 0 || state === undefined || state.needs === 'trial') return false;
    return state.code === 'monthly-limit' || state.needs === 'reason';
  }

  async #poll(): Promise<void> {
    const { spending, lifetime, clock } = this.#options;
    const today = startOfUtcDay(clock.now());
    const { paid } = await spending.spendingBetween(today, today + DAY_MS);
    // Asks once a day (UTC) even if nothing was paid, so that each day has a sample.
    const isOfToday = this.#latest !== undefined && startOfUtcDay(this.#latest.askedAt) === today;
    if (paid === 0 && isOfToday) return;
    try {
      await this.status({ maxAgeMs: HOUR_MS, signal: lifetime.draining });
    } catch (error) {
      // `ServiceGate` and /quota report a key that fails.
      if (!(error instanceof ServiceFailure)) throw error;
    }
  }

  /**
   * Subtracts from an old figure what was spent from its day until yesterday. The caller cannot
   * count that, since the rows of those sends may be deleted. Checks that were spent on the
   * figure's day, but before it, are subtracted twice. That errs on the safe side.
   */
  async #broughtToToday(figure: MonthLeft): Promise<MonthLeft> {
    const { spending, clock } = this.#options;
    const today = startOfUtcDay(clock.now());
    const dayOfFigure = startOfUtcDay(figure.at);
    if (today - dayOfFigure < DAYS_OF_ROWS * DAY_MS) return figure;
    const { paid, inDoubt } = await spending.spendingBetween(dayOfFigure, today);
    return { at: today, left: figure.left - paid - inDoubt };
  }

  async #lastSample(): Promise<KeySample | undefined> {
    return (await this.samples()).findLast(({ month }) => month !== undefined);
  }
}

function statusAfterSpending({ checksLeft, ...status }: KeyStatus, spent: number): KeyStatus {
  const { hour, day, month } = checksLeft;
  const less = (left: ChecksLeft | undefined): ChecksLeft | undefined =>
    typeof left === 'number' ? Math.max(left - spent, 0) : left;
  return { ...status, checksLeft: { hour: less(hour), day: less(day), month: less(month) } };
}

/** An estimate of the month's total, which the service does not say: the most that were left. */
function mostInMonth(samples: readonly KeySample[]): number | undefined {
  const most = Math.max(0, ...samples.map((sample) => monthLeftIn(sample)?.left ?? 0));
  return most > 0 ? most : undefined;
}

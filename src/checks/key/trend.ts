import { DAY_MS } from '../../core/time/clock.ts';
import { endOfDay } from '../../core/time/days.ts';
import type { DatedKeyStatus } from '../usage.ts';
import { type KeySample, type MonthLeft, monthLeftIn, sampleOf } from './samples.ts';

/** The pace is computed from the last days with samples. */
const MOST_COVERED_MS = 7 * DAY_MS;
/** A shorter time gives no pace: one list in an hour is not typical. */
const LEAST_COVERED_MS = DAY_MS / 2;

export interface RunOutForecast {
  /** Checks used in a day of 24 hours. */
  readonly perDay: number;
  /** The days of samples from which the pace was computed, at least 1. */
  readonly rateDays: number;
  readonly from: MonthLeft;
  /** The end of the month (the count then starts again) or of the key, whichever comes first. */
  readonly horizonAt: number;
  /** Time when all checks would be used up at the latest pace, if the month brought no new ones. */
  readonly usedUpAt: number;
  /** The end of the forecast: no checks left, the end of the month, or the end of the key. */
  readonly until: 'used-up' | 'month' | 'expiry';
  readonly end: MonthLeft;
}

/**
 * `too-new`: not enough figures yet. `idle`: nothing was used. `over`: there is nothing to
 * forecast.
 */
export type Outlook = RunOutForecast | 'too-new' | 'idle' | 'over';

/**
 * Forecasts the month's checks at the pace of the last seven days with samples. It ends with the
 * month (UTC): the service does not say when the next month starts, or with how many checks.
 * @param points oldest first
 * @param now in milliseconds since 1970
 * @param expirationDate the key's last day, YYYY-MM-DD in UTC
 */
export function forecastRunOut(
  points: readonly MonthLeft[],
  now: number,
  expirationDate?: string,
): Outlook {
  const from = points.at(-1);
  if (from === undefined) return 'too-new';
  const date = new Date(from.at);
  const monthEnd = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  const expiry = endOfDay(expirationDate) ?? Number.POSITIVE_INFINITY;
  const horizonAt = Math.min(monthEnd, expiry);
  if (from.left <= 0 || horizonAt <= now) return 'over';
  const { used, coveredMs } = usageRate(points);
  if (coveredMs < LEAST_COVERED_MS) return 'too-new';
  if (used === 0) return 'idle';
  const perDay = (used / coveredMs) * DAY_MS;
  const rateDays = Math.max(1, Math.round(coveredMs / DAY_MS));
  const usedUpAt = from.at + (from.left / perDay) * DAY_MS;
  const common = { perDay, rateDays, from, horizonAt, usedUpAt };
  if (usedUpAt < horizonAt) return { ...common, until: 'used-up', end: { at: usedUpAt, left: 0 } };
  const left = Math.max(0, from.left - ((horizonAt - from.at) / DAY_MS) * perDay);
  return { ...common, until: expiry < monthEnd ? 'expiry' : 'month', end: { at: horizonAt, left } };
}

/**
 * Checks used between the newest samples. A time in which the number rose is left out, since nobody
 * knows what was used in it.
 */
function usageRate(points: readonly MonthLeft[]): {
  readonly used: number;
  readonly coveredMs: number;
} {
  let used = 0;
  let coveredMs = 0;
  for (let index = points.length - 1; index > 0 && coveredMs < MOST_COVERED_MS; index -= 1) {
    const [before, after] = points.slice(index - 1, index + 1);
    if (before === undefined || after === undefined || after.left > before.left) continue;
    used += before.left - after.left;
    coveredMs += after.at - before.at;
  }
  return { used, coveredMs };
}

/**
 * Forecasts from the samples of the last 30 days and the latest status, if there is one.
 * @param samples oldest first
 */
export function quotaOutlook(
  samples: readonly KeySample[],
  key: DatedKeyStatus | undefined,
  now: number,
): Outlook {
  const newest = key === undefined ? [] : [sampleOf(key)];
  const earlier = samples.filter(({ at }) => at < (key?.askedAt ?? Number.POSITIVE_INFINITY));
  const points = [...earlier, ...newest].flatMap((sample) => monthLeftIn(sample) ?? []);
  return forecastRunOut(points, now, key?.status.expirationDate);
}

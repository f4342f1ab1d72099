import { DAY_MS } from '../../core/clock.ts';
import type { KeyStatusAnswer } from '../answer.ts';
import type { KeySample } from './key-history.ts';
import { type RemainingAt, type RemainingSeries, remainingSeries } from './remaining.ts';
import { forecastRunOut, type Outlook } from './run-out.ts';

/** What was over the last 30 days. */
export interface UsageHistory {
  /** Checks left as the service told them, oldest first. */
  readonly samples: readonly KeySample[];
  /** What this installation paid and saved, day by day (UTC), today first. */
  readonly paidByDay: readonly number[];
  readonly savedByDay: readonly number[];
}

/** What a picture of the quota is made of. */
export interface QuotaTrend extends RemainingSeries {
  /** Every figure of the month's checks, oldest first. */
  readonly points: readonly RemainingAt[];
  readonly outlook: Outlook;
  /** Checks of each day, which is named by its first millisecond; oldest first. */
  readonly days: readonly { readonly at: number; readonly paid: number; readonly saved: number }[];
}

/** Puts the past and the newest figure together, where there is one, and looks ahead. */
export function quotaTrend(past: UsageHistory, key: KeyStatusAnswer | undefined, now: number): QuotaTrend {
  const { samples, paidByDay, savedByDay } = past;
  const newest = key === undefined ? [] : [{ at: key.checkedAt, month: key.status.checksLeft.month }];
  const kept = samples.filter(({ at }) => at < (key?.checkedAt ?? Number.POSITIVE_INFINITY));
  const points = [...kept, ...newest].flatMap(({ at, month }) =>
    typeof month === 'number' ? [{ at, left: month }] : [],
  );
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return {
    points,
    ...remainingSeries(points),
    outlook: forecastRunOut({ points, expirationDate: key?.status.expirationDate, now }),
    days: paidByDay
      .map((paid, ago) => ({ at: today - ago * DAY_MS, paid, saved: savedByDay[ago] ?? 0 }))
      .reverse(),
  };
}

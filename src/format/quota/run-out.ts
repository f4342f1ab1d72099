import type { Point } from '../../charts/picture.ts';
import type { Section } from '../../core/reply.ts';
import type { View } from '../reply/view.ts';
import { daysUntil, inDays, longDate } from '../times.ts';

/** How long the month's checks last at the current rate; times in milliseconds since 1970. */
export interface ForecastFigures {
  /** Checks per day. */
  readonly perDay: number;
  /** Days over which the rate was measured. */
  readonly rateDays: number;
  /** The latest recorded figure. */
  readonly from: Point;
  /** Where the forecast stops in any case. */
  readonly horizonAt: number;
  /** What ends the forecast first: no checks left, the end of the month, or the key's expiry. */
  readonly until: 'used-up' | 'month' | 'expiry';
  /** The forecast's last point. */
  readonly end: Point;
}

/**
 * A forecast, or why there is none: too little history, no use, or nothing ahead (no checks left, an expired key, old
 * figures).
 */
export type OutlookFigures = ForecastFigures | 'too-new' | 'idle' | 'over';

/** The forecast in words, or why there is none; empty if there is nothing to forecast. */
export function forecastSections(
  { say, now }: View,
  outlook: OutlookFigures,
  hasPicture: boolean,
): readonly Section[] {
  const heading = say('quotaPicture.forecastHeading');
  if (outlook === 'over') return [];
  if (outlook === 'idle') return [{ heading, fields: [], lines: [say('quotaPicture.idle')] }];
  if (outlook === 'too-new')
    return [
      { heading, fields: [], lines: [say(hasPicture ? 'quotaPicture.tooNew' : 'quotaPicture.growing')] },
    ];
  const { perDay, rateDays, until, end } = outlook;
  const day = lastDay(outlook);
  const date = longDate(say, day);
  const pace = perDay < 1 ? say('quotaPicture.underOne') : say('quota.checks', { count: Math.round(perDay) });
  const left = say('quota.checks', { count: Math.round(end.left) });
  const ahead =
    until === 'used-up'
      ? say('quotaPicture.willBeUsedUp', { date, when: inDays(say, daysUntil(day, now) ?? 0) })
      : say(until === 'month' ? 'quotaPicture.lastsMonth' : 'quotaPicture.lastsUntilExpiry', { left, date });
  const fields = [
    {
      label: say('quotaPicture.paceLabel'),
      value: say('quotaPicture.perDay', { amount: pace, days: rateDays }),
    },
    { label: say('quotaPicture.outlookLabel'), value: ahead },
  ];
  return [{ heading, fields }];
}

/** The last day of a forecast (YYYY-MM-DD in UTC): for a month its last day, not the first of the next. */
export function lastDay({ until, end }: ForecastFigures): string {
  return new Date(until === 'used-up' ? end.at : end.at - 1).toISOString().slice(0, 10);
}

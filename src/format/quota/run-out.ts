import type { Point } from '../../charts/picture.ts';
import type { Field, Section } from '../../core/reply.ts';
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
  view: View,
  outlook: OutlookFigures,
  hasPicture: boolean,
): readonly Section[] {
  const { quotaPicture: texts } = view.words;
  const heading = texts.forecastHeading;
  if (outlook === 'over') return [];
  if (outlook === 'idle') return [{ heading, fields: [], lines: [texts.idle] }];
  if (outlook === 'too-new')
    return [{ heading, fields: [], lines: [hasPicture ? texts.tooNew : texts.growing] }];
  return [{ heading, fields: [paceField(view, outlook), outlookField(view, outlook)] }];
}

/** The last day of a forecast (YYYY-MM-DD in UTC): for a month its last day, not the first of the next. */
export function lastDay({ until, end }: ForecastFigures): string {
  return new Date(until === 'used-up' ? end.at : end.at - 1).toISOString().slice(0, 10);
}

function paceField({ words }: View, { perDay, rateDays }: ForecastFigures): Field {
  const { quotaPicture: texts, quota } = words;
  const amount = perDay < 1 ? texts.underOne : quota.checks(Math.round(perDay));
  return { label: texts.paceLabel, value: texts.perDay(amount, rateDays) };
}

function outlookField({ words, now }: View, forecast: ForecastFigures): Field {
  const { quotaPicture: texts, quota } = words;
  const day = lastDay(forecast);
  const date = longDate(words, day);
  const left = quota.checks(Math.round(forecast.end.left));
  const value = {
    'used-up': () => texts.willBeUsedUp(date, inDays(words, daysUntil(day, now) ?? 0)),
    month: () => texts.lastsMonth(left, date),
    expiry: () => texts.lastsUntilExpiry(left, date),
  }[forecast.until]();
  return { label: texts.outlookLabel, value };
}

import type { Point } from '../../charts/picture.ts';
import type { Field, Section } from '../../core/reply.ts';
import type { View } from '../reply/view.ts';
import { daysUntil, inDays, longDate } from '../times.ts';

/** What becomes of the month's checks at a pace; times in milliseconds since 1970. */
export interface ForecastFigures {
  readonly perDay: number;
  readonly rateDays: number;
  readonly from: Point;
  readonly horizonAt: number;
  readonly until: 'used-up' | 'month' | 'expiry';
  readonly end: Point;
}

/** A forecast, or why there is none. */
export type OutlookFigures = ForecastFigures | 'too-new' | 'idle' | 'over';

/** The forecast in words, what it lacks, or nothing where nothing lies ahead. */
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

/** The day a forecast ends on (YYYY-MM-DD in UTC): the last one of a month, not the first of the next. */
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

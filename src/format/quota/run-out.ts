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
  const heading = view.say('quotaPicture.forecastHeading');
  if (outlook === 'over') return [];
  if (outlook === 'idle') return [{ heading, fields: [], lines: [view.say('quotaPicture.idle')] }];
  if (outlook === 'too-new')
    return [
      {
        heading,
        fields: [],
        lines: [hasPicture ? view.say('quotaPicture.tooNew') : view.say('quotaPicture.growing')],
      },
    ];
  return [{ heading, fields: [paceField(view, outlook), outlookField(view, outlook)] }];
}

/** The last day of a forecast (YYYY-MM-DD in UTC): for a month its last day, not the first of the next. */
export function lastDay({ until, end }: ForecastFigures): string {
  return new Date(until === 'used-up' ? end.at : end.at - 1).toISOString().slice(0, 10);
}

function paceField({ say }: View, { perDay, rateDays }: ForecastFigures): Field {
  const amount =
    perDay < 1 ? say('quotaPicture.underOne') : say('quota.checks', { count: Math.round(perDay) });
  return {
    label: say('quotaPicture.paceLabel'),
    value: say('quotaPicture.perDay', { amount, days: rateDays }),
  };
}

function outlookField({ say, now }: View, forecast: ForecastFigures): Field {
  const day = lastDay(forecast);
  const date = longDate(say, day);
  const left = say('quota.checks', { count: Math.round(forecast.end.left) });
  const value = {
    'used-up': () => say('quotaPicture.willBeUsedUp', { date, when: inDays(say, daysUntil(day, now) ?? 0) }),
    month: () => say('quotaPicture.lastsMonth', { left, date }),
    expiry: () => say('quotaPicture.lastsUntilExpiry', { left, date }),
  }[forecast.until]();
  return { label: say('quotaPicture.outlookLabel'), value };
}

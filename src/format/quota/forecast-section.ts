import type { Outlook, RunOutForecast } from '../../checks/key/trend.ts';
import type { Section } from '../../core/reply/reply.ts';
import type { ReplyContext } from '../format.ts';
import { daysUntil, inDays, longDate } from '../texts/times.ts';

/** The section with the forecast, or why there is none; empty if there is nothing to forecast. */
export function forecastSections({ say, now }: ReplyContext, outlook: Outlook): readonly Section[] {
  const heading = say('forecast.heading');
  if (outlook === 'over') return [];
  if (outlook === 'idle') return [{ heading, fields: [], lines: [say('forecast.idle')] }];
  if (outlook === 'too-new') return [{ heading, fields: [], lines: [say('forecast.tooNew')] }];
  const { perDay, rateDays, until, end } = outlook;
  const day = lastDay(outlook);
  const date = longDate(say, day);
  const pace =
    perDay < 1 ? say('forecast.underOne') : say('quota.checks', { count: Math.round(perDay) });
  const left = say('quota.checks', { count: Math.round(end.left) });
  const ahead =
    until === 'used-up'
      ? say('forecast.willBeUsedUp', { date, when: inDays(say, daysUntil(day, now) ?? 0) })
      : say(until === 'month' ? 'forecast.lastsMonth' : 'forecast.lastsUntilExpiry', {
          left,
          date,
        });
  const fields = [
    {
      label: say('forecast.paceLabel'),
      value: say('forecast.perDay', { amount: pace, days: rateDays }),
    },
    { label: say('forecast.outlookLabel'), value: ahead },
  ];
  return [{ heading, fields }];
}

/**
 * The last day of a forecast (YYYY-MM-DD in UTC). A month or a key ends at the first moment of the
 * next day, so the day before is the last.
 */
function lastDay({ until, end }: RunOutForecast): string {
  return new Date(until === 'used-up' ? end.at : end.at - 1).toISOString().slice(0, 10);
}

import { isDrawable, type NumberSigns, type QuotaPicture } from '../../charts/picture.ts';
import type { Outlook, QuotaTrend, RunOutForecast } from '../../checks/trend.ts';
import { DAY_MS } from '../../core/clock.ts';
import type { ReplyFile, Section } from '../../core/reply.ts';
import { sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { daysUntil, inDays, longDate } from '../times.ts';
import { type Say, sayIn } from '../words/say.ts';

/** Fewest days the picture spans, so that a single day does not fill its width. */
const MIN_DAYS_BACK = 6;

/** Whether there are at least two points to connect by a line. */
export function hasPicture({ points }: QuotaTrend): boolean {
  return points.length >= 2;
}

/**
 * The picture's data and texts, in English if the picture's font lacks the reader's script.
 * @param expirationDate the key's last day, YYYY-MM-DD
 */
export function quotaPicture(
  view: View,
  course: QuotaTrend,
  expirationDate?: string,
): QuotaPicture {
  const picture = pictureIn(view, course, expirationDate);
  return isAllDrawable(picture)
    ? picture
    : pictureIn({ ...view, say: sayIn('en') }, course, expirationDate);
}

/** Whether the picture's font can draw every text in it. */
export function isAllDrawable({ texts, dates, numbers }: QuotaPicture): boolean {
  const { decimal, group, digits } = numbers;
  const parts = [
    ...Object.values(texts),
    ...dates.map(({ text }) => text),
    decimal,
    group,
    ...digits,
  ];
  return parts.every((text) => text === undefined || isDrawable(text));
}

function pictureIn(
  view: View,
  course: QuotaTrend,
  expirationDate: string | undefined,
): QuotaPicture {
  const { say, now } = view;
  const { points, stretches, rises, days, outlook } = course;
  const forecast = typeof outlook === 'string' ? undefined : outlook;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  // It starts at the first figure or the first check.
  const busy = days.find(({ paid, saved }) => paid + saved > 0)?.at ?? today;
  const first = Math.min(points[0]?.at ?? today, busy, today - MIN_DAYS_BACK * DAY_MS);
  const from = Math.floor(first / DAY_MS) * DAY_MS;
  const to = Math.max(today + DAY_MS, forecast?.horizonAt ?? 0);
  const expiry = Date.parse(`${expirationDate}T00:00:00Z`) + DAY_MS;
  const expiresAt = expiry > now && expiry <= to ? expiry : undefined;
  const expires = expiresAt && say('quotaPicture.expires', { date: shortDate(say, expiresAt - 1) });
  const { paid, saved } = totals(course);
  return {
    from,
    to,
    dates: Array.from({ length: Math.round((to - from) / DAY_MS) }, (_, day) => {
      const at = from + day * DAY_MS;
      return { at, text: shortDate(say, at) };
    }),
    stretches,
    rises,
    forecast,
    expiresAt,
    days: days.filter(({ at }) => at >= from),
    texts: {
      title: say('quotaPicture.title'),
      now: say('quotaPicture.now', { left: points.at(-1)?.left ?? 0 }),
      left: say('quotaPicture.left'),
      pace: forecast && say('quotaPicture.pace', { days: forecast.rateDays }),
      end: endText(say, outlook),
      days: say('quotaPicture.days'),
      paid: say('quotaPicture.paid', { amount: paid }),
      saved: say('quotaPicture.saved', { amount: saved }),
      rise: rises.length === 0 ? undefined : say('quotaPicture.rise'),
      expires: expires || undefined,
      mark: view.sandbox ? say('notes.sandbox') : '',
      asOf: say('quotaPicture.asOf', { time: timeText(say, points.at(-1)?.at ?? now) }),
    },
    numbers: numberSigns(say),
  };
}

function endText(say: Say, outlook: Outlook): string | undefined {
  if (typeof outlook === 'string') return undefined;
  const date = shortDate(say, Date.parse(lastDay(outlook)));
  return outlook.until === 'used-up'
    ? say('quotaPicture.usedUp', { date })
    : say('quotaPicture.remaining', { left: Math.round(outlook.end.left), date });
}

/** The picture as a reply file, with alternative text in the reader's language. */
export function quotaPictureFile({ say }: View, course: QuotaTrend, data: Uint8Array): ReplyFile {
  const [first, last] = [course.points[0], course.points.at(-1)];
  const line = first &&
    last && {
      from: shortDate(say, first.at),
      to: shortDate(say, last.at),
      first: first.left,
      last: last.left,
    };
  const altText = sentences(
    line && say('quotaPicture.alt.line', line),
    say('quotaPicture.alt.bars', totals(course)),
  );
  return { name: 'quota.png', contentType: 'image/png', data, altText: altText ?? '' };
}

function totals({ days }: QuotaTrend): { readonly paid: number; readonly saved: number } {
  return {
    paid: days.reduce((sum, { paid }) => sum + paid, 0),
    saved: days.reduce((sum, { saved }) => sum + saved, 0),
  };
}

function shortDate({ language }: Say, at: number): string {
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(at);
}

function timeText({ language }: Say, at: number): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, style).format(at);
}

function numberSigns({ language }: Say): NumberSigns {
  const numbers = new Intl.NumberFormat(language);
  const parts = numbers.formatToParts(-1_234_567.8);
  const sign = (type: Intl.NumberFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
  const digits = Array.from({ length: 10 }, (_, digit) => numbers.format(digit));
  return { decimal: sign('decimal'), group: sign('group'), digits };
}

/** The forecast in words, or why there is none; empty if there is nothing to forecast. */
export function forecastSections(
  { say, now }: View,
  outlook: Outlook,
  hasPicture: boolean,
): readonly Section[] {
  const heading = say('quotaPicture.forecastHeading');
  if (outlook === 'over') return [];
  if (outlook === 'idle') return [{ heading, fields: [], lines: [say('quotaPicture.idle')] }];
  if (outlook === 'too-new')
    return [
      {
        heading,
        fields: [],
        lines: [say(hasPicture ? 'quotaPicture.tooNew' : 'quotaPicture.growing')],
      },
    ];
  const { perDay, rateDays, until, end } = outlook;
  const day = lastDay(outlook);
  const date = longDate(say, day);
  const pace =
    perDay < 1 ? say('quotaPicture.underOne') : say('quota.checks', { count: Math.round(perDay) });
  const left = say('quota.checks', { count: Math.round(end.left) });
  const ahead =
    until === 'used-up'
      ? say('quotaPicture.willBeUsedUp', { date, when: inDays(say, daysUntil(day, now) ?? 0) })
      : say(until === 'month' ? 'quotaPicture.lastsMonth' : 'quotaPicture.lastsUntilExpiry', {
          left,
          date,
        });
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
function lastDay({ until, end }: RunOutForecast): string {
  return new Date(until === 'used-up' ? end.at : end.at - 1).toISOString().slice(0, 10);
}

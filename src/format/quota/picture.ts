import { isDrawable } from '../../charts/letters.ts';
import type { NumberSigns, PictureTexts, Point, QuotaPicture } from '../../charts/picture.ts';
import { DAY_MS } from '../../core/durations.ts';
import type { ReplyFile } from '../../core/reply.ts';
import { dateTicks } from '../date-ticks.ts';
import { sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { longDate } from '../times.ts';
import { en } from '../words/en.ts';
import type { Words } from '../words/words.ts';
import { type ForecastFigures, lastDay, type OutlookFigures } from './run-out.ts';

/** Fewest days the picture spans, so that a single day does not fill its width. */
const LEAST_DAYS_BACK = 6;
const FILE_NAME = 'quota.png';

/** History of the last 30 days and the forecast; times in milliseconds since 1970, all lists oldest first. */
export interface CourseFigures {
  /** Remaining checks each time they were recorded. */
  readonly points: readonly Point[];
  /** The points in unbroken runs. */
  readonly stretches: readonly (readonly Point[])[];
  /** Pairs of points between which the remaining checks rose. */
  readonly rises: readonly (readonly [Point, Point])[];
  /** The forecast, or why there is none. */
  readonly outlook: OutlookFigures;
  /** Checks of each day, which is named by its first millisecond. */
  readonly days: readonly { readonly at: number; readonly paid: number; readonly saved: number }[];
}

/** Whether there are at least two points to connect by a line. */
export function hasPicture({ points }: CourseFigures): boolean {
  return points.length >= 2;
}

/**
 * The picture's data and texts, in English if the picture's font lacks the reader's script.
 * @param expirationDate the key's last day, YYYY-MM-DD
 */
export function quotaPicture(view: View, course: CourseFigures, expirationDate?: string): QuotaPicture {
  const picture = pictureIn(view, course, expirationDate);
  return isAllDrawable(picture) ? picture : pictureIn({ ...view, words: en }, course, expirationDate);
}

/** The picture as a reply file, with alternative text in the reader's language. */
export function quotaPictureFile({ words }: View, course: CourseFigures, data: Uint8Array): ReplyFile {
  return { name: FILE_NAME, contentType: 'image/png', data, altText: altText(words, course) };
}

/** Whether the picture's font can draw every text in it. */
export function isAllDrawable({ texts, dates, numbers }: QuotaPicture): boolean {
  const parts = [
    ...Object.values(texts),
    ...dates.map(({ text }) => text),
    numbers.decimal,
    numbers.group,
    ...numbers.digits,
  ];
  return parts.every((text) => text === undefined || isDrawable(text));
}

function pictureIn(view: View, course: CourseFigures, expirationDate: string | undefined): QuotaPicture {
  const { words, now } = view;
  const { stretches, rises, days, outlook } = course;
  const ahead = typeof outlook === 'string' ? undefined : outlook;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const from = firstDay(course, today);
  const to = Math.max(today + DAY_MS, ahead?.horizonAt ?? 0);
  const expiry = Date.parse(`${expirationDate}T00:00:00Z`) + DAY_MS;
  const expiresAt = expiry > now && expiry <= to ? expiry : undefined;
  return {
    from,
    to,
    ...dateTicks(words, from, to),
    stretches,
    rises,
    forecast: ahead,
    expiresAt,
    days: days.filter(({ at }) => at >= from),
    texts: {
      ...courseTexts(words, course),
      rise: rises.length === 0 ? undefined : words.quotaPicture.rise,
      expires:
        expiresAt === undefined ? undefined : words.quotaPicture.expires(shortDate(words, expiresAt - 1)),
      mark: view.sandbox ? words.notes.sandbox : '',
      asOf: words.quotaPicture.asOf(timeText(words, course.points.at(-1)?.at ?? now)),
    },
    numbers: numberSigns(words),
  };
}

/** The picture starts at the first figure or the first check of the last 30 days. */
function firstDay({ points, days }: CourseFigures, today: number): number {
  const firstPoint = points[0]?.at ?? today;
  const firstBusy = days.find(({ paid, saved }) => paid + saved > 0)?.at ?? today;
  const first = Math.min(firstPoint, firstBusy, today - LEAST_DAYS_BACK * DAY_MS);
  return Math.floor(first / DAY_MS) * DAY_MS;
}

function courseTexts(words: Words, course: CourseFigures): Omit<PictureTexts, 'mark' | 'asOf'> {
  const { quotaPicture: texts, locale } = words;
  const numbers = new Intl.NumberFormat(locale);
  const { outlook } = course;
  const { paid, saved } = totals(course);
  return {
    title: texts.title,
    now: texts.now(numbers.format(course.points.at(-1)?.left ?? 0)),
    left: texts.left,
    ...(typeof outlook === 'string'
      ? {}
      : { pace: texts.pace(outlook.rateDays), end: endText(words, outlook) }),
    days: texts.days,
    paid: texts.paid(numbers.format(paid)),
    saved: texts.saved(numbers.format(saved)),
  };
}

function endText(words: Words, forecast: ForecastFigures): string {
  const { quotaPicture: texts, locale } = words;
  const date = shortDate(words, Date.parse(lastDay(forecast)));
  const left = new Intl.NumberFormat(locale).format(Math.round(forecast.end.left));
  return forecast.until === 'used-up' ? texts.usedUp(date) : texts.remaining(left, date);
}

function altText(words: Words, course: CourseFigures): string {
  const { alt } = words.quotaPicture;
  const { points, outlook } = course;
  const numbers = new Intl.NumberFormat(words.locale);
  const [first, last] = [points[0], points.at(-1)];
  const { paid, saved } = totals(course);
  const line =
    first === undefined || last === undefined
      ? undefined
      : alt.line(
          shortDate(words, first.at),
          shortDate(words, last.at),
          numbers.format(first.left),
          numbers.format(last.left),
        );
  const ahead = typeof outlook === 'string' ? undefined : altForecast(words, outlook);
  return sentences(line, ahead, alt.bars(numbers.format(paid), numbers.format(saved))) ?? '';
}

function altForecast(words: Words, forecast: ForecastFigures): string {
  const { alt } = words.quotaPicture;
  const date = longDate(words, lastDay(forecast));
  const left = new Intl.NumberFormat(words.locale).format(Math.round(forecast.end.left));
  return forecast.until === 'used-up' ? alt.usedUp(date) : alt.remaining(left, date);
}

function totals({ days }: CourseFigures): { readonly paid: number; readonly saved: number } {
  return {
    paid: days.reduce((sum, { paid }) => sum + paid, 0),
    saved: days.reduce((sum, { saved }) => sum + saved, 0),
  };
}

function shortDate({ locale }: Words, at: number): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(at);
}

function timeText({ locale }: Words, at: number): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);
}

function numberSigns({ locale }: Words): NumberSigns {
  const numbers = new Intl.NumberFormat(locale);
  const parts = numbers.formatToParts(-1_234_567.8);
  const sign = (type: Intl.NumberFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? '';
  return {
    decimal: sign('decimal'),
    group: sign('group'),
    digits: Array.from({ length: 10 }, (_, digit) => numbers.format(digit)),
  };
}

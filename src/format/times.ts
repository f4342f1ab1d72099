import type { TimeUnit } from './words/grammar.ts';
import type { Words } from './words/words.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;
/** Shorter durations are not given as a number. */
const FEW_SECONDS = 8 * SECOND;

/** How long ago something was: "3 days ago". Under a minute it returns `justNow`. */
export function ago(words: Words, elapsedMs: number, justNow: string = words.times.momentAgo): string {
  if (elapsedMs < MINUTE) return justNow;
  const format = new Intl.RelativeTimeFormat(words.locale, { numeric: 'always' });
  if (elapsedMs < HOUR) return format.format(-Math.floor(elapsedMs / MINUTE), 'minute');
  if (elapsedMs < DAY) return format.format(-Math.floor(elapsedMs / HOUR), 'hour');
  if (elapsedMs < 60 * DAY) return format.format(-Math.floor(elapsedMs / DAY), 'day');
  if (elapsedMs < 24 * MONTH) return format.format(-Math.floor(elapsedMs / MONTH), 'month');
  return format.format(-Math.floor(elapsedMs / (12 * MONTH)), 'year');
}

/** A rough duration: "about 20 seconds". */
export function about(words: Words, durationMs: number): string {
  if (durationMs < FEW_SECONDS) return words.times.fewSeconds;
  return words.times.about(...roughly(durationMs));
}

/** A rough time from now: "in about 5 minutes". */
export function inAbout(words: Words, durationMs: number): string {
  return durationMs < FEW_SECONDS ? words.times.inFewSeconds : words.times.inAbout(...roughly(durationMs));
}

/** An exact configured duration: "60 seconds", "2 minutes". */
export function span(words: Words, durationMs: number): string {
  return durationMs <= 90 * SECOND || durationMs % MINUTE !== 0
    ? unit(words, durationMs / SECOND, 'second')
    : unit(words, durationMs / MINUTE, 'minute');
}

/** A retention period: "7 days", "24 hours". */
export function days(words: Words, durationMs: number): string {
  return durationMs >= 2 * DAY && durationMs % DAY === 0
    ? unit(words, durationMs / DAY, 'day')
    : unit(words, durationMs / HOUR, 'hour');
}

/** A date of the interface (YYYY-MM-DD) in words: "March 5, 2027"; other text is returned unchanged. */
export function longDate(words: Words, date: string): string {
  const at = dayStart(date);
  if (at === undefined) return date;
  return new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** Whole days from today to a date (YYYY-MM-DD), both in UTC; negative if it is past, undefined if it is no date. */
export function daysUntil(date: string, now: number): number | undefined {
  const at = dayStart(date);
  return at === undefined ? undefined : Math.round((at - Math.floor(now / DAY) * DAY) / DAY);
}

/** A number of days relative to today: "in 12 days", "tomorrow", "2 days ago". */
export function inDays(words: Words, days: number): string {
  return new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(days, 'day');
}

function dayStart(date: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/u.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function roughly(durationMs: number): readonly [number, TimeUnit] {
  if (durationMs < 90 * SECOND) return [Math.round(durationMs / (5 * SECOND)) * 5, 'second'];
  if (durationMs < 90 * MINUTE) return [Math.round(durationMs / MINUTE), 'minute'];
  return [Math.round(durationMs / HOUR), 'hour'];
}

function unit(words: Words, amount: number, name: TimeUnit): string {
  return new Intl.NumberFormat(words.locale, {
    style: 'unit',
    unit: name,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(amount);
}

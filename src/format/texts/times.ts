import { parseUtcDay, startOfUtcDay } from '../../core/time/days.ts';
import { getRelativeTimeFormat } from './intl.ts';
import { measure } from './phrases.ts';
import type { Say } from './say.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;
/** The time as 10:12, also in languages that write 10:12 AM. */
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** A shorter duration is written without a number. */
const FEW_SECONDS = 8 * SECOND;

/** The age of something: "3 days ago". Returns `justNow` for less than a minute. */
export function ago(say: Say, elapsedMs: number, justNow: string = say('times.momentAgo')): string {
  if (elapsedMs < MINUTE) return justNow;
  const format = getRelativeTimeFormat(say.language, { numeric: 'always' });
  if (elapsedMs < HOUR) return format.format(-Math.floor(elapsedMs / MINUTE), 'minute');
  if (elapsedMs < DAY) return format.format(-Math.floor(elapsedMs / HOUR), 'hour');
  if (elapsedMs < 2 * MONTH) return format.format(-Math.floor(elapsedMs / DAY), 'day');
  if (elapsedMs < 24 * MONTH) return format.format(-Math.floor(elapsedMs / MONTH), 'month');
  return format.format(-Math.floor(elapsedMs / (12 * MONTH)), 'year');
}

/** A rough duration: "about 20 seconds". */
export function roughDuration(say: Say, durationMs: number): string {
  if (durationMs < FEW_SECONDS) return say('times.fewSeconds');
  const [count, units] = roundedAmount(durationMs);
  return say(`times.about.${units}`, { count });
}

/** A rough time from now: "in about 5 minutes". */
export function roughTimeFromNow(say: Say, durationMs: number): string {
  if (durationMs < FEW_SECONDS) return say('times.inFewSeconds');
  const [count, units] = roundedAmount(durationMs);
  return say(`times.inAbout.${units}`, { count });
}

/**
 * An exact duration in the largest unit that divides it: "100 minutes", "1 hour", "7 days". One
 * minute is "60 seconds" and one day "24 hours", as people say it of limits.
 */
export function exactDuration(say: Say, durationMs: number): string {
  const isIn = (unitMs: number): boolean => durationMs % unitMs === 0;
  if (durationMs >= 2 * DAY && isIn(DAY)) return measure(say, durationMs / DAY, 'day');
  if (durationMs >= HOUR && isIn(HOUR)) return measure(say, durationMs / HOUR, 'hour');
  if (durationMs >= 2 * MINUTE && isIn(MINUTE)) return measure(say, durationMs / MINUTE, 'minute');
  return measure(say, durationMs / SECOND, 'second');
}

/** A date (YYYY-MM-DD) in words: "March 5, 2027". Returns any other text unchanged. */
export function longDate(say: Say, date: string): string {
  const start = parseUtcDay(date);
  if (start === undefined) return date;
  return new Intl.DateTimeFormat(say.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    start,
  );
}

/**
 * "March 2004" in the reader's language. Takes an English month or its number; undefined for any
 * other text.
 */
export function monthOfYear({ language }: Say, month: string, year: string): string | undefined {
  const name = month.trim();
  if (!/^\d{4}$/u.test(year) || !/^(?:[a-z]{3,9}|0?[1-9]|1[0-2])$/iu.test(name)) return undefined;
  const start = Number.isNaN(Number(name))
    ? Date.parse(`1 ${name} ${year} UTC`)
    : Date.UTC(Number(year), Number(name) - 1);
  if (Number.isNaN(start)) return undefined;
  const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, style).format(start);
}

/** The time of day in a time zone (IANA name): "10:12". */
export function clockTime({ language }: Say, time: number, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { ...CLOCK, timeZone }).format(time);
}

/** The day and the time in a time zone: "Nov 20, 10:12". */
export function dateAndTime({ language }: Say, time: number, timeZone: string): string {
  const style = { ...CLOCK, day: 'numeric', month: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(language, style).format(time);
}

/** The common name of a time zone: "UTC", "GMT+1". */
export function zoneName({ language }: Say, time: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' });
  const part = format.formatToParts(time).find(({ type }) => type === 'timeZoneName');
  return part?.value ?? timeZone;
}

/** Whether two times are on the same day in a time zone. */
export function isSameDay(first: number, second: number, timeZone: string): boolean {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  return format.format(first) === format.format(second);
}

/**
 * Whole days from today to a date (YYYY-MM-DD), both in UTC; negative if it is past, undefined if
 * it is not a date.
 */
export function daysUntil(date: string, now: number): number | undefined {
  const start = parseUtcDay(date);
  return start === undefined ? undefined : Math.round((start - startOfUtcDay(now)) / DAY);
}

/** A number of days relative to today: "in 12 days", "tomorrow", "2 days ago". */
export function inDays(say: Say, days: number): string {
  return getRelativeTimeFormat(say.language, { numeric: 'auto' }).format(days, 'day');
}

function roundedAmount(durationMs: number): readonly [number, 'seconds' | 'minutes' | 'hours'] {
  if (durationMs < 90 * SECOND) return [Math.round(durationMs / (5 * SECOND)) * 5, 'seconds'];
  if (durationMs < 90 * MINUTE) return [Math.round(durationMs / MINUTE), 'minutes'];
  return [Math.round(durationMs / HOUR), 'hours'];
}

import { DAY_MS } from './clock.ts';

// Checks are counted by days in UTC, and the dates of a key are such days.

/** The midnight (UTC) that begins the day of a time. Times are in milliseconds since 1970. */
export function startOfUtcDay(time: number): number {
  return time - (time % DAY_MS);
}

/** Time until the day ends (UTC), in milliseconds. */
export function msUntilMidnight(now: number): number {
  return DAY_MS - (now % DAY_MS);
}

/**
 * The first moment of a day (YYYY-MM-DD, UTC), from which on a key works. Undefined if it is not a
 * date.
 */
export function parseUtcDay(date: string | undefined): number | undefined {
  if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/u.test(date)) return undefined;
  const start = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(start) ? undefined : start;
}

/** The end of a day (YYYY-MM-DD, UTC): a key still works on its last day. */
export function endOfDay(date: string | undefined): number | undefined {
  const start = parseUtcDay(date);
  return start === undefined ? undefined : start + DAY_MS;
}

import type { MonthSample } from '../../../src/checks/key/trend.ts';
import { DAY_MS, HOUR_MS } from '../known.ts';
import { NOW } from './answers.ts';

/** How a month went. */
export interface Month {
  /** So many days of figures, an hour apart, up to now. */
  readonly days: number;
  /** Checks left at the first figure, and after each rise. */
  readonly start: number;
  /** Checks used in an hour. */
  readonly perHour: number;
}

/** Figures that fall evenly, and start again with each month. */
export function figuresOf({ days, start, perHour }: Month): readonly MonthSample[] {
  const hours = Array.from({ length: days * 24 + 1 }, (_, index) => days * 24 - index);
  let left = start + perHour;
  let month = new Date(NOW - days * DAY_MS).getUTCMonth();
  return hours.map((ago) => {
    const at = NOW - ago * HOUR_MS;
    const isNew = new Date(at).getUTCMonth() !== month;
    month = new Date(at).getUTCMonth();
    left = isNew ? start : Math.max(0, left - perHour);
    return { at, month: left };
  });
}

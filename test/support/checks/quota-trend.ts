import { type QuotaTrend, quotaTrend, type UsageHistory } from '../../../src/checks/trend.ts';
import type { View } from '../../../src/format/reply/view.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { DAY_MS, NOW } from './answers.ts';

const en = sayIn('en');

const HOUR_MS = 3_600_000;

/** How a month went, for a picture of it. */
export interface Month {
  /** So many days of figures, an hour apart, up to now. */
  readonly days: number;
  /** Checks left at the first figure, and after each rise. */
  readonly start: number;
  /** Checks used in an hour. */
  readonly perHour: number;
  readonly now?: number;
}

/** Figures that fall evenly, and start again with each month. */
export function pastOf({ days, start, perHour, now = NOW }: Month): UsageHistory {
  const hours = Array.from({ length: days * 24 + 1 }, (_, index) => days * 24 - index);
  let [left, month] = [start + perHour, new Date(now - days * DAY_MS).getUTCMonth()];
  const samples = hours.map((ago) => {
    const at = now - ago * HOUR_MS;
    const isNew = new Date(at).getUTCMonth() !== month;
    month = new Date(at).getUTCMonth();
    left = isNew ? start : Math.max(0, left - perHour);
    return { at, month: left };
  });
  const byDay = (checks: number) =>
    Array.from({ length: 31 }, (_, ago) => (ago < days ? checks : 0));
  return { samples, paidByDay: byDay(perHour * 24), savedByDay: byDay(perHour * 60) };
}

export function courseOf(month: Month): QuotaTrend {
  return quotaTrend(pastOf(month), undefined, month.now ?? NOW);
}

/** For an admin who reads English. */
export function adminView(parts: Partial<View> = {}): View {
  return { say: en, visibility: 'private', admin: true, now: NOW, sandbox: false, ...parts };
}

import { describe, expect, it } from 'vitest';
import type { MonthLeft } from '../../src/checks/key/samples.ts';
import { forecastRunOut } from '../../src/checks/key/trend.ts';
import { DAY_MS, HOUR_MS } from '../support/known.ts';

/** Noon of a day in November 2026, UTC. */
const november = (day: number): number => Date.UTC(2026, 10, day, 12);
const NOW = november(21);
const MONTH_END = Date.UTC(2026, 11, 1);

/** Figures a day apart up to today, the last of them being what is left now. */
function daily(...left: readonly number[]): MonthLeft[] {
  return left.map((one, index) => ({ at: NOW - (left.length - 1 - index) * DAY_MS, left: one }));
}

/** So long ago, and what was left then. */
const ago = (ms: number, left: number): MonthLeft => ({ at: NOW - ms, left });

describe('the forecast', () => {
  const TEN_A_DAY = daily(1_020, 1_010, 1_000);

  it.each<[string, readonly MonthLeft[], string | undefined, unknown]>([
    [
      'goes on at the pace of the last seven days with figures',
      daily(2_000, 1_500, 1_000, 990, 980, 970, 960, 950, 940, 930),
      undefined,
      { perDay: 10, rateDays: 7, from: { at: NOW, left: 930 } },
    ],
    [
      'needs half a day of figures',
      [ago(DAY_MS / 2, 20), ago(0, 10)],
      undefined,
      { perDay: 20, rateDays: 1 },
    ],
    [
      'tells the moment the checks are used up',
      daily(50, 40, 30),
      undefined,
      { until: 'used-up', end: { at: november(24), left: 0 } },
    ],
    [
      'ends with the month, since nobody knows how the next one begins',
      TEN_A_DAY,
      undefined,
      { until: 'month', horizonAt: MONTH_END, end: { at: MONTH_END, left: 1_000 - 95 } },
    ],
    [
      'ends with the key if that comes first: its last day still counts',
      TEN_A_DAY,
      '2026-11-22',
      { until: 'expiry', end: { at: Date.UTC(2026, 10, 23), left: 985 } },
    ],
    [
      'skips a rise, which hides what was used',
      daily(20, 10, 2_000, 1_990),
      undefined,
      { perDay: 10 },
    ],
    ['takes no other text for a date', TEN_A_DAY, 'soon', { until: 'month' }],
  ])('%s', (_what, points, expirationDate, forecast) => {
    expect(forecastRunOut(points, NOW, expirationDate)).toMatchObject(forecast as object);
  });

  it.each([
    ['no figures', [], undefined, 'too-new'],
    ['one figure', daily(100), undefined, 'too-new'],
    ['an hour', [ago(HOUR_MS, 200), ago(0, 100)], undefined, 'too-new'],
    ['a key nobody used', daily(100, 100, 100), undefined, 'idle'],
    ['a month that is used up', daily(10, 5, 0), undefined, 'over'],
    ['a key that has expired', daily(30, 20, 10), '2026-11-20', 'over'],
  ] as const)('of %s is none', (_what, points, expirationDate, outlook) => {
    expect(forecastRunOut(points, NOW, expirationDate)).toBe(outlook);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../../src/charts/picture.ts';
import { forecastRunOut, type RunOutForecast, remainingSeries } from '../../src/checks/trend.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Noon of a day in November 2026, UTC. */
const november = (day: number): number => Date.UTC(2026, 10, day, 12);
const NOW = november(21);

/** Figures a day apart up to today, the last of them being what is left now. */
function daily(...left: readonly number[]): Point[] {
  return left.map((one, index) => ({ at: NOW - (left.length - 1 - index) * DAY_MS, left: one }));
}

function forecastOf(points: readonly Point[], expirationDate?: string): RunOutForecast {
  const outlook = forecastRunOut(points, NOW, expirationDate);
  if (typeof outlook === 'string') throw new Error(`no forecast: ${outlook}`);
  return outlook;
}

describe('the line of the checks left', () => {
  it('is one stretch while somebody looked and the figure fell or stood', () => {
    const points = daily(9, 9, 5);
    expect(remainingSeries(points)).toEqual({ stretches: [points], rises: [] });
  });

  it('is cut where the figure rises, and says where', () => {
    const [a, b, c, d] = daily(3, 2, 10, 9) as [Point, Point, Point, Point];
    expect(remainingSeries([a, b, c, d])).toEqual({
      stretches: [
        [a, b],
        [c, d],
      ],
      rises: [[b, c]],
    });
  });
});

describe('the forecast', () => {
  it('goes on at the pace of the last seven days with figures', () => {
    // Ten a day for the last seven days, and much more before.
    const points = daily(2_000, 1_500, 1_000, 990, 980, 970, 960, 950, 940, 930);
    expect(forecastOf(points)).toMatchObject({ perDay: 10, rateDays: 7, from: { at: NOW, left: 930 } });
  });

  it('tells the moment the checks are used up, and never goes below nothing', () => {
    expect(forecastOf(daily(50, 40, 30))).toMatchObject({
      until: 'used-up',
      end: { at: november(24), left: 0 },
    });
  });

  it('ends with the month, since nobody knows how the next one begins', () => {
    const { until, end, horizonAt, usedUpAt } = forecastOf(daily(1_020, 1_010, 1_000));
    expect({ until, end }).toEqual({
      until: 'month',
      end: { at: Date.UTC(2026, 11, 1), left: 1_000 - 95 },
    });
    expect([horizonAt, usedUpAt]).toEqual([end.at, NOW + 100 * DAY_MS]);
  });

  it('ends with the key where that comes first: its last day still counts', () => {
    expect(forecastOf(daily(1_020, 1_010, 1_000), '2026-11-22')).toMatchObject({
      until: 'expiry',
      end: { at: Date.UTC(2026, 10, 23), left: 985 },
    });
    expect(forecastOf(daily(1_020, 1_010, 1_000), 'soon').until).toBe('month');
  });

  it('that would end with the month to the hour ends with the month, and so does a key whose last day is its last', () => {
    // 10 a day, and 95 from noon of the 21st to the end of November.
    expect(forecastOf(daily(115, 105, 95))).toMatchObject({
      until: 'month',
      end: { at: Date.UTC(2026, 11, 1), left: 0 },
    });
    expect(forecastOf(daily(1_020, 1_010, 1_000), '2026-11-30').until).toBe('month');
  });

  it('needs half a day of figures', () => {
    const half = [
      { at: NOW - DAY_MS / 2, left: 20 },
      { at: NOW, left: 10 },
    ];
    expect(forecastOf(half)).toMatchObject({ perDay: 20, rateDays: 1 });
  });

  it('is over in the moment in which the month ends', () => {
    const points = [
      { at: Date.UTC(2026, 10, 30), left: 110 },
      { at: Date.UTC(2026, 10, 30, 23), left: 100 },
    ];
    expect(forecastRunOut(points, Date.UTC(2026, 11, 1) - 1)).toMatchObject({ until: 'month' });
    expect(forecastRunOut(points, Date.UTC(2026, 11, 1))).toBe('over');
  });

  it('takes no new month for a pace', () => {
    expect(forecastOf(daily(30, 20, 10_000, 9_990))).toMatchObject({ perDay: 10, rateDays: 2 });
  });

  it.each([
    ['of no figures is too new', [], 'too-new'],
    ['of one figure is too new', daily(100), 'too-new'],
    ['of an hour is too new', [{ at: NOW - HOUR_MS, left: 200 }, ...daily(100)], 'too-new'],
    ['of a key nobody used is idle', daily(100, 100, 100), 'idle'],
    ['of a month that is used up is over', daily(10, 5, 0), 'over'],
  ] as const)('%s', (_, points, outlook) => {
    expect(forecastRunOut(points, NOW)).toBe(outlook);
  });

  it('is over when the key has expired', () => {
    const points = daily(30, 20, 10);
    expect(forecastRunOut(points, NOW, '2026-11-20')).toBe('over');
    expect(forecastRunOut(points, NOW, '2026-11-21')).toMatchObject({
      until: 'expiry',
    });
  });

  it('stays between what is left and nothing, and between now and the end of the month, whatever was noted', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(100_000)), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, (noted) => {
        const points: Point[] = [];
        for (const [hours, left] of noted)
          points.push({ at: (points.at(-1)?.at ?? NOW) + hours * HOUR_MS, left });
        const outlook = forecastRunOut(points, points.at(-1)?.at ?? NOW);
        if (typeof outlook === 'string') return;
        const { from, end, horizonAt, perDay } = outlook;
        expect(end.left).toBeGreaterThanOrEqual(0);
        expect(end.left).toBeLessThanOrEqual(from.left);
        expect(end.at).toBeGreaterThan(from.at);
        expect(end.at).toBeLessThanOrEqual(horizonAt);
        expect(perDay).toBeGreaterThan(0);
      }),
    );
  });
});

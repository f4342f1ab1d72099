import { describe, expect, it } from 'vitest';
import { lookAhead } from '../../src/bot/metrics.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const DAY_MS = 86_400_000;
/** Noon of 15 November, UTC: the month is half over. */
const NOW = Date.UTC(2026, 10, 15, 12);

/** A key whose checks of the month fell to 1,000 by so many a day. */
function outlookOf({ perDay, expirationDate = '2027-03-01' }: { perDay: number; expirationDate?: string }) {
  const clock = createFakeClock(NOW);
  const samples = [7, 6, 5, 4, 3, 2, 1].map((ago) => ({
    at: NOW - ago * DAY_MS,
    month: 1_000 + ago * perDay,
  }));
  return lookAhead(
    {
      past: async () => ({ samples, paidByDay: [], savedByDay: [] }),
      keyStatus: {
        latest: () => ({
          checkedAt: NOW,
          sandbox: false,
          status: { expirationDate, checksLeft: { month: 1_000 } },
        }),
        get: () => Promise.reject(new Error('nobody asks the service for this')),
      },
    },
    clock,
  );
}

describe('the outlook of the metrics', () => {
  it('is when the checks run out at the pace of the last week, and when they are renewed', async () => {
    const outlook = outlookOf({ perDay: 500 });
    expect(await outlook).toEqual({ runOutAt: NOW + 2 * DAY_MS, renewalAt: Date.UTC(2026, 11, 1) });
  });

  it('looks beyond the end of the month, so that there is always a figure', async () => {
    const outlook = outlookOf({ perDay: 10 });
    expect((await outlook)?.runOutAt).toBeCloseTo(NOW + 100 * DAY_MS, -3);
  });

  it('ends with the key where that ends first', async () => {
    const outlook = outlookOf({ perDay: 500, expirationDate: '2026-11-20' });
    expect((await outlook)?.renewalAt).toBe(Date.UTC(2026, 10, 21));
  });

  it('is unknown where nothing is used', async () => {
    expect(await outlookOf({ perDay: 0 })).toBeUndefined();
  });
});

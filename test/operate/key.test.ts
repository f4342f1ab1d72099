import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/core/clock.ts';
import { keyFindings, othersIn } from '../../src/operate/doctor/key.ts';
import { clockAt } from '../support/clocks/clock-at.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

/** What the key had left on some days before now, and what was paid here on each of the last days. */
const past = (
  left: readonly (readonly [daysAgo: number, month: number])[],
  paidByDay: readonly number[],
) => ({
  samples: left.map(([daysAgo, month]) => ({ at: NOW - daysAgo * DAY_MS, month })),
  paidByDay,
  savedByDay: [],
});

describe('somebody else who uses the key', () => {
  const states = (...given: Parameters<typeof past>) => othersIn(past(...given)).map(({ state }) => state);

  it('is told by the checks that left it and were not paid for here', () => {
    expect(
      states(
        [
          [3, 9_000],
          [0, 8_500],
        ],
        [100, 100, 100, 100],
      ),
    ).toEqual(['warning']);
    expect(
      states(
        [
          [3, 9_000],
          [0, 8_600],
        ],
        [100, 100, 100, 100],
      ),
    ).toEqual(['fine']);
  });

  it('is not seen where a month ended, checks were bought, or there is one figure only', () => {
    expect(
      states(
        [
          [25, 9_000],
          [0, 2_000],
        ],
        [0],
      ),
    ).toEqual([]);
    expect(
      states(
        [
          [3, 9_000],
          [0, 20_000],
        ],
        [0],
      ),
    ).toEqual(['fine']);
    expect(states([[0, 9_000]], [0])).toEqual([]);
  });
});

describe('the state of a key', () => {
  const clock = clockAt(() => NOW);
  const statesOf = (status: Parameters<typeof keyFindings>[0]) =>
    keyFindings(status, clock).map(({ state }) => state);

  it('is wrong without access, after its end, and without checks', () => {
    expect(statesOf({ hasAccess: false, checksLeft: {} })).toEqual(['wrong']);
    expect(statesOf({ expirationDate: '2026-11-01', checksLeft: {} })).toEqual(['fine', 'wrong']);
    expect(statesOf({ expirationDate: '2026-11-30', checksLeft: {} })).toEqual(['fine', 'warning']);
    expect(statesOf({ expirationDate: '2027-11-30', checksLeft: { hour: 'no-limit', month: 0 } })).toEqual([
      'fine',
      'fine',
      'wrong',
    ]);
  });
});

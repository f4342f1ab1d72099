import { describe, expect, it } from 'vitest';
import { keyFindings } from '../../src/operate/doctor/key.ts';
import { clockAt } from '../support/clocks/clock-at.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

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

import { describe, expect, it } from 'vitest';
import { elapsedSince, uptimeSince } from '../../src/core/moment.ts';

const HOUR_MS = 3_600_000;
const NOW = { at: 100 * HOUR_MS, uptime: 10 * HOUR_MS };

describe('the time that has passed at least', () => {
  it('is what both clocks say', () => {
    expect(elapsedSince({ at: NOW.at - 5_000, uptime: NOW.uptime - 5_000 }, NOW)).toBe(5_000);
  });

  it('is what the machine was up, where the time of day was set forward', () => {
    expect(elapsedSince({ at: NOW.at - HOUR_MS, uptime: NOW.uptime - 5_000 }, NOW)).toBe(5_000);
  });

  it('is none, where the time of day was set back behind what happened', () => {
    expect(elapsedSince({ at: NOW.at + HOUR_MS, uptime: NOW.uptime - 5_000 }, NOW)).toBe(0);
    expect(elapsedSince({ at: NOW.at + HOUR_MS }, NOW)).toBe(0);
  });

  it('is what the time of day says, where nothing else was kept', () => {
    expect(elapsedSince({ at: NOW.at - 20 * HOUR_MS }, NOW)).toBe(20 * HOUR_MS);
  });

  it('is no more than the machine has been up, where it was started anew since', () => {
    expect(elapsedSince({ at: NOW.at - 50 * HOUR_MS, uptime: 30 * HOUR_MS }, NOW)).toBe(NOW.uptime);
    expect(uptimeSince(30 * HOUR_MS, NOW)).toBe(NOW.uptime);
    expect(uptimeSince(NOW.uptime, NOW)).toBe(0);
  });
});

import { describe, expect, test } from 'vitest';
import { ago, daysUntil, inDays } from '../../src/format/times.ts';
import { sayIn } from '../../src/format/words/say.ts';

const en = sayIn('en');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 21, 12);

describe('times in words', () => {
  test.each([
    [0, 'a moment ago'],
    [59_999, 'a moment ago'],
    [MINUTE, '1 minute ago'],
    [HOUR, '1 hour ago'],
    [3 * DAY, '3 days ago'],
    [59 * DAY, '59 days ago'],
    [70 * DAY, '2 months ago'],
    [800 * DAY, '2 years ago'],
  ])('%d ms before now is %s', (elapsedMs, words) => {
    expect(ago(en, elapsedMs)).toBe(words);
  });

  test('days are counted from day to day, whatever the hour', () => {
    expect(daysUntil('2026-11-21', NOON)).toBe(0);
    expect(daysUntil('2026-11-22', NOON + 11 * HOUR)).toBe(1);
    expect(daysUntil('2026-11-19', NOON)).toBe(-2);
    expect(daysUntil('never', NOON)).toBeUndefined();
    expect([0, 1, 12, -2].map((days) => inDays(en, days)).join()).toBe(
      'today,tomorrow,in 12 days,2 days ago',
    );
  });
});

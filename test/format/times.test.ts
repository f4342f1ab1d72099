import { describe, expect, test } from 'vitest';
import { sayIn } from '../../src/format/texts/say.ts';
import { ago } from '../../src/format/texts/times.ts';

const en = sayIn('en');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('times in words', () => {
  test.each([
    [0, 'a moment ago'] as const,
    [59_999, 'a moment ago'] as const,
    [MINUTE, '1 minute ago'] as const,
    [HOUR, '1 hour ago'] as const,
    [3 * DAY, '3 days ago'] as const,
    [59 * DAY, '59 days ago'] as const,
    [60 * DAY, '60 days ago'] as const,
    [61 * DAY, '2 months ago'] as const,
    [70 * DAY, '2 months ago'] as const,
    [800 * DAY, '2 years ago'] as const,
  ])('%d ms before now is %s', (elapsedMs, words) => {
    expect(ago(en, elapsedMs)).toBe(words);
  });
});

import { describe, expect, test } from 'vitest';
import { ago } from '../../src/format/times.ts';
import { sayIn } from '../../src/format/words/say.ts';

const en = sayIn('en');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
});

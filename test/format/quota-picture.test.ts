import { describe, expect, test } from 'vitest';
import { isAllDrawable, quotaPicture } from '../../src/format/quota/trend.ts';
import { createSay, sayIn } from '../../src/format/words/say.ts';
import { adminView, courseOf } from '../support/checks/quota-trend.ts';

const course = courseOf({ days: 30, start: 10_000, perHour: 9 });

describe('the words in the picture', () => {
  test.each([
    ['hi', { 'quotaPicture.title': 'शेष जाँच' }],
    // Only its dates: "11月1日".
    ['zh', {}],
  ])('are all English if the font lacks a letter: %s', (locale, texts) => {
    const picture = quotaPicture(adminView({ say: createSay(locale, texts) }), course);
    expect(isAllDrawable(picture)).toBe(true);
    expect(picture.texts).toEqual(quotaPicture(adminView({ say: sayIn('en') }), course).texts);
  });
});

describe('the time that the picture covers', () => {
  test.each([
    ['the figures and the rest of the month', { days: 30, perHour: 9 }, '2026-10-22', '2026-12-01'],
    ['at least a week', { days: 1, perHour: 1 }, '2026-11-15', '2026-12-01'],
    ['nothing after today without a forecast', { days: 3, perHour: 0 }, '2026-11-15', '2026-11-22'],
  ])('is %s', (_, month, from, to) => {
    const picture = quotaPicture(adminView(), courseOf({ start: 10_000, ...month }));
    expect([picture.from, picture.to]).toEqual([Date.parse(from), Date.parse(to)]);
    expect(picture.dates).toHaveLength((picture.to - picture.from) / 86_400_000);
  });
});

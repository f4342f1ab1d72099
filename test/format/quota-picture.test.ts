import { describe, expect, test } from 'vitest';
import { isAllDrawable, quotaPicture, quotaPictureFile } from '../../src/format/quota/trend.ts';
import { createSay, sayIn } from '../../src/format/words/say.ts';
import { adminView, courseOf } from '../support/checks/quota-trend.ts';

const course = courseOf({ days: 30, start: 10_000, perHour: 9 });

describe('the words in the picture', () => {
  test.each([
    ['de', 'Übrige Prüfungen'],
    ['ru', 'Осталось проверок'],
    ['ar', 'الفحوص المتبقية'],
  ])('are those of the reader if the font has the letters: %s', (locale, title) => {
    const say = createSay(locale, { 'quotaPicture.title': title });
    expect(quotaPicture(adminView({ say }), course).texts.title).toBe(title);
  });

  test.each([
    ['hi', { 'quotaPicture.title': 'शेष जाँच' }],
    // Only its dates: "11月1日".
    ['zh', {}],
  ])('are all English if the font lacks a letter: %s', (locale, texts) => {
    const picture = quotaPicture(adminView({ say: createSay(locale, texts) }), course);
    expect(isAllDrawable(picture)).toBe(true);
    expect(picture.texts).toEqual(quotaPicture(adminView({ say: sayIn('en') }), course).texts);
  });

  test('write numbers as the language does', () => {
    expect(quotaPicture(adminView({ say: createSay('de', {}) }), course)).toMatchObject({
      numbers: { decimal: ',', group: '.' },
      texts: { now: expect.stringMatching(/^\d,\d{3} now$/u) },
    });
  });

  test('give the time of the figures, and the sandbox', () => {
    const { texts } = quotaPicture(adminView({ sandbox: true }), course);
    expect(texts.mark).toBe('Sandbox data, not from the real service');
    expect(texts.asOf).toMatch(/^Nov 21, 2026, 12:00.PM UTC$/u);
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

test('the description of the picture says what it shows, in the language of the reader', () => {
  const { altText } = quotaPictureFile(adminView(), course, new Uint8Array());
  expect(altText).toBe(
    'The line shows the checks left this month: 10,000 on Oct 22, 5,572 on Nov 21. The bars show the checks of each day: 6,480 used and 16,200 avoided in all.',
  );
  const say = createSay('hi', { 'quotaPicture.alt.bars': 'शेष जाँच' });
  expect(quotaPictureFile(adminView({ say }), course, new Uint8Array()).altText).toContain('शेष जाँच');
});

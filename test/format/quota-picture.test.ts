import { describe, expect, test } from 'vitest';
import { dateTicks, isAllDrawable, quotaPicture, quotaPictureFile } from '../../src/format/quota/picture.ts';
import type { Catalogue } from '../../src/format/words/catalogue.ts';
import { createSay, type Say, sayIn } from '../../src/format/words/say.ts';
import { DAY_MS } from '../support/checks/answers.ts';
import { adminView, courseOf } from '../support/checks/quota-trend.ts';

const en = sayIn('en');

const course = courseOf({ days: 30, start: 10_000, perHour: 9 });

/** A catalogue of another language, of which only what is told here is translated. */
function sayOnly(language: string, texts: Catalogue): Say {
  return createSay(language, texts);
}

function textsIn(say: Say) {
  return quotaPicture(adminView({ say }), course).texts;
}

describe('the words in the picture', () => {
  test.each([
    ['de', 'Übrige Prüfungen', /Übrige/u],
    ['ru', 'Осталось проверок', /Осталось/u],
    ['ar', 'الفحوص المتبقية', /الفحوص/u],
  ])('are the reader’s own where the font has the letters: %s', (locale, title, shown) => {
    expect(textsIn(sayOnly(locale, { 'quotaPicture.title': title })).title).toMatch(shown);
  });

  test.each([
    ['hi', 'शेष जाँच'],
    ['zh', '剩余查询'],
  ])('are all English where one of them has letters the font lacks: %s', (locale, title) => {
    expect(textsIn(sayOnly(locale, { 'quotaPicture.title': title }))).toEqual(textsIn(en));
    // No title, but "11月1日" on the axis and in the corner.
    const picture = quotaPicture(adminView({ say: sayOnly('zh', {}) }), course);
    expect(isAllDrawable(picture)).toBe(true);
  });

  test('leave the description of the picture in the reader’s language', () => {
    const say = sayOnly('hi', { 'quotaPicture.alt.bars': 'शेष जाँच' });
    const { altText } = quotaPictureFile(adminView({ say }), course, new Uint8Array());
    expect(altText).toContain('शेष जाँच');
  });

  test('write numbers as the language does', () => {
    expect(quotaPicture(adminView({ say: sayOnly('de', {}) }), course)).toMatchObject({
      numbers: { decimal: ',', group: '.' },
      texts: { now: expect.stringMatching(/^\d,\d{3} now$/u) },
    });
  });

  test('say that the figures are of the sandbox, and of when they are', () => {
    const { texts } = quotaPicture(adminView({ sandbox: true }), course);
    expect(texts).toMatchObject({ mark: 'Sandbox data, not from the real service' });
    expect(texts.asOf).toMatch(/^Nov 21, 2026, 12:00.PM UTC$/u);
    expect(quotaPicture(adminView(), course).texts.mark).toBe('');
  });
});

describe('what the picture covers', () => {
  test('is the time of the figures and what lies ahead in the month', () => {
    const { from, to } = quotaPicture(adminView(), course);
    expect([from, to]).toEqual([Date.UTC(2026, 9, 22), Date.UTC(2026, 11, 1)]);
  });

  test('is a week at least, though there are figures of a day', () => {
    const { from, days } = quotaPicture(adminView(), courseOf({ days: 1, start: 900, perHour: 1 }));
    expect(from).toBe(Date.UTC(2026, 10, 15));
    expect(days).toHaveLength(7);
  });

  test('ends today where nothing can be foretold', () => {
    const idle = courseOf({ days: 3, start: 900, perHour: 0 });
    expect(quotaPicture(adminView(), idle)).toMatchObject({
      to: Date.UTC(2026, 10, 22),
      forecast: undefined,
    });
  });

  test.each([1, 7, 10, 11, 20, 21, 31, 45, 61])('has few dates, well apart: %i days', (days) => {
    const { dates } = dateTicks(en, Date.UTC(2026, 0, 20), Date.UTC(2026, 0, 20) + days * DAY_MS);
    expect(dates.length).toBeGreaterThan(0);
    expect(dates.length).toBeLessThanOrEqual(11);
    const apart = dates.slice(1).map(({ at }, index) => at - (dates[index]?.at ?? 0));
    expect(Math.min(...apart, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual((days / 12) * DAY_MS);
  });

  test('names days in the middle of them, and knows where months begin', () => {
    const { dates, monthStarts } = dateTicks(en, Date.UTC(2026, 9, 30), Date.UTC(2026, 10, 3));
    expect(dates.map(({ text }) => text)).toEqual(['Oct 30', 'Oct 31', 'Nov 1', 'Nov 2']);
    expect(dates[0]?.at).toBe(Date.UTC(2026, 9, 30, 12));
    expect(monthStarts).toEqual([Date.UTC(2026, 10, 1)]);
  });
});

describe('the description of the picture', () => {
  test('says in words what is seen', () => {
    const { altText, name, contentType } = quotaPictureFile(adminView(), course, new Uint8Array());
    expect(altText).toBe(
      'The line shows the checks left this month: 10,000 on Oct 22, 5,572 on Nov 21. The bars show the checks of each day: 6,480 used and 16,200 avoided in all.',
    );
    expect({ name, contentType }).toEqual({ name: 'quota.png', contentType: 'image/png' });
  });
});

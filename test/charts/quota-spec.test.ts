import type { Mark, Spec } from 'vega';
import { describe, expect, it } from 'vitest';
import { quotaSpec } from '../../src/charts/quota-spec.ts';
import { quotaPicture } from '../../src/format/quota/picture.ts';
import { adminView, courseOf } from '../support/checks/quota-trend.ts';

/** A letter is six tenths as wide as it is high. */
const width = (text: string, { size }: { size: number }): number => text.length * size * 0.6;

const picture = quotaPicture(adminView(), courseOf({ days: 30, start: 100_000, perHour: 20 }), '2026-11-28');

interface Span {
  readonly text: string;
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

function givenBy(reference: unknown): unknown {
  return typeof reference === 'object' && reference !== null && 'value' in reference
    ? reference.value
    : undefined;
}

function spanOf({ type, encode }: Mark): readonly Span[] {
  const enter = encode?.enter;
  if (type !== 'text' || enter === undefined) return [];
  const text = String(givenBy(enter.text)).replace(/[\u2068\u2069]/gu, '');
  const [x, y, size] = [enter.x, enter.y, enter.fontSize].map((reference) => Number(givenBy(reference)));
  if (x === undefined || y === undefined || size === undefined || text === '') return [];
  const wide = width(text, { size });
  const left = givenBy(enter.align) === 'right' ? x - wide : x;
  return [{ text, y, left, right: left + wide }];
}

/** Where the texts around the plots stand, from left to right. */
function spans({ marks = [] }: Spec): readonly Span[] {
  return marks.flatMap(spanOf).sort((a, b) => a.left - b.left);
}

function overlaps(all: readonly Span[]): readonly string[] {
  return all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter(({ y, left }) => y === one.y && left < one.right)
      .map(({ text }) => `${one.text} | ${text}`),
  );
}

describe('the texts of a picture', () => {
  it('say what each sign means', () => {
    expect(spans(quotaSpec(picture, width)).map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Checks left this month',
        'Checks left',
        'Checks added',
        'At the pace of the last 7 days',
        'The key expires on Nov 28',
      ]),
    );
  });

  it('run in the direction of their own letters, each for itself, so that numbers keep their place', () => {
    const texts = [...JSON.stringify(quotaSpec(picture, width)).matchAll(/"text":\{"value":"([^"]*)"/gu)];
    expect(texts.length).toBeGreaterThan(20);
    for (const [, text] of texts) expect(text).toMatch(/^\u2068[^\u2068\u2069]*\u2069$/u);
  });

  it('leave out what is not shown', () => {
    const idle = quotaPicture(adminView(), courseOf({ days: 5, start: 9, perHour: 0 }));
    const texts = spans(quotaSpec(idle, width)).map(({ text }) => text);
    expect(texts).not.toContain('Checks added');
    expect(texts.join()).not.toMatch(/pace|used up|expires|undefined/u);
  });

  it.each([1, 2, 3])(
    'stand side by side within the picture, also when they are %i times as long',
    (times) => {
      const texts = Object.fromEntries(
        Object.entries(picture.texts).map(([name, text]) => [
          name,
          text?.repeat(name === 'mark' ? 1 : times),
        ]),
      );
      const long = { ...picture, texts: { ...picture.texts, ...texts, asOf: picture.texts.asOf } };
      const all = spans(quotaSpec(long, width));
      expect(overlaps(all)).toEqual([]);
      expect(Math.max(...all.map(({ right }) => right))).toBeLessThanOrEqual(964.5);
    },
  );
});

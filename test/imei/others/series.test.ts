import { describe, expect, it } from 'vitest';
import { isSeries } from '../../../src/imei/others/series.ts';

describe('numbers are a series', () => {
  it.each([
    ['three digits', '357', 7],
    ['four digits', '3571', 4],
    ['five digits', '35712', 3],
  ])('where they begin with %s alike and there are enough that it is no chance', (_, first, count) => {
    const typeOf = (at: number) => `${`${first}${at}`.padEnd(6, '2')}${at}${at}`;
    const numbers = Array.from({ length: count }, (_, at) => `${typeOf(at)}1234567`);
    expect(isSeries(numbers)).toBe(true);
    expect(isSeries(numbers.slice(1))).toBe(false);
  });

  it('also where one of four begins otherwise', () => {
    const numbers = [
      '357112345678901',
      '357154321678902',
      '357198765432103',
      '357133345678904',
      '357165432198705',
      '357120000000006',
    ];
    expect(isSeries([...numbers, '861234567890127', '351234567890128'])).toBe(true);
    expect(isSeries([...numbers, '861234567890127', '351234567890128', '359934567890129'])).toBe(false);
  });

  it('but not where they are of few types, or of types that begin with no more than the digits of a body', () => {
    const types = ['35711234', '35712234', '35713234'];
    expect(isSeries(types.flatMap((type) => [1, 2, 3].map((serial) => `${type}00000${serial}0`)))).toBe(
      false,
    );
    expect(isSeries(['351112345678901', '352212345678902', '353312345678903', '354412345678904'])).toBe(
      false,
    );
    const blocks = ['35304209', '35304309', '35304409', '35304610', '35304709', '35304810'];
    expect(isSeries(blocks.map((type) => `${type}1234567`))).toBe(false);
    expect(isSeries([])).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { bounded, leftover } from '../../../src/provider/device-identity/leftover.ts';

function nested(depth: number, core: unknown = 'core'): unknown {
  return depth === 0 ? core : { in: nested(depth - 1, core) };
}

const texts = (count: number, length: number): string[] =>
  Array.from({ length: count }, () => 'x'.repeat(length));

describe('what is left over of an answer', () => {
  it('is what was not read, in lists and objects as deep as was read', () => {
    const source = { a: 1, b: { c: 2, d: 3 }, e: [1, 'two', 3], f: 'text' };
    expect(leftover(source, { a: 1, b: { c: 2 }, e: [1, undefined, 3] })).toEqual({
      b: { d: 3 },
      e: ['two'],
      f: 'text',
    });
  });

  it('is not what was read as another type: that is no loss', () => {
    expect(leftover({ a: '12', b: ['12'], c: 'yes' }, { a: 12, b: '12', c: true })).toEqual({});
    expect(leftover({ a: { b: 1 }, c: [{ d: 1 }] }, { a: 'b', c: ['d'] })).toEqual({});
  });

  it('is nothing where nothing is left, or what is left is empty', () => {
    expect(leftover({}, {})).toEqual({});
    expect(leftover({ a: null, b: '', c: '  ', d: [], e: {}, f: [null, ['']], g: { h: ' ' } }, {})).toEqual(
      {},
    );
  });

  it('never has the name that changes what an object is', () => {
    const source = JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":{"c":1},"d":1}}') as Record<
      string,
      unknown
    >;
    const kept = leftover(source, {});
    for (const one of [kept, kept.b]) expect(Object.getPrototypeOf(one)).toBe(Object.prototype);
    expect(Object.keys(kept)).toEqual(['b']);
    expect(JSON.stringify(kept)).toBe('{"b":{"d":1}}');
  });
});

describe('what is kept of any JSON', () => {
  it.each([[true], [false], [0], [-1.5], ['text'], [['a', 1]], [{ a: 'b' }]])('is %j as it is', (value) => {
    expect(bounded(value)).toEqual(value);
  });

  it.each([[null], [undefined], [Number.NaN], [Number.POSITIVE_INFINITY], [Symbol('a')], [() => 1]])(
    'is nothing of %o',
    (value) => {
      expect(bounded(value)).toBeUndefined();
    },
  );

  it('is a text without the blanks around it, and no more than 2,000 characters of it', () => {
    expect(bounded('  text \n')).toBe('text');
    expect(bounded('x'.repeat(2_001))).toBe('x'.repeat(2_000));
  });

  it('is six levels deep, and not seven', () => {
    expect(bounded(nested(5))).toEqual(nested(5));
    expect(bounded(nested(6))).toBeUndefined();
    expect(bounded([[[[['core']]]]])).toEqual([[[[['core']]]]]);
    expect(bounded([[[[[['core']]]]]])).toBeUndefined();
  });

  it('is a hundred items, and a hundred fields with names of a hundred characters', () => {
    const items = Array.from({ length: 150 }, (_, at) => at);
    expect(bounded(items)).toEqual(items.slice(0, 100));
    const fields = Object.fromEntries(items.map((at) => [`field ${at}`, at]));
    expect(Object.keys(bounded(fields) ?? {})).toHaveLength(100);
    expect(bounded({ ['n'.repeat(150)]: 1 })).toEqual({ ['n'.repeat(100)]: 1 });
  });

  it('is 20,000 characters in all, values and names counted', () => {
    const kept = bounded(texts(50, 2_000));
    // A value costs one more than its characters, and so does the list.
    expect((kept as string[]).join('').length + 11).toBe(20_000);
    const named = bounded(
      Object.fromEntries(texts(100, 1).map((_, at) => [`${at}`.padStart(100, 'n'), texts(1, 300)[0]])),
    );
    const written = Object.entries(named ?? {});
    expect(written.length).toBe(50);
    const size = written.reduce((sum, [name, value]) => sum + name.length + String(value).length + 1, 1);
    expect(size).toBeLessThanOrEqual(20_000 + 100);
    expect(size).toBeGreaterThan(19_900);
  });

  it('ends with the last character there is room for', () => {
    const lists = texts(30, 998);
    const kept = bounded(lists) as string[];
    // 1 for the list, 999 for each text: after twenty of them 19 characters are left, and one goes for the value itself.
    expect(kept).toHaveLength(21);
    expect(kept.at(-1)).toHaveLength(18);
  });
});

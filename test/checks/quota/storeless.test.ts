import { describe, expect, it } from 'vitest';
import { CheckRefused } from '../../../src/checks/answer.ts';
import { createStorelessCounts } from '../../../src/checks/quota/counters.ts';

const [TODAY, TOMORROW] = ['2026-11-21', '2026-11-22'];
const ANN = [{ account: 'ann', most: 2 }];
const REMEMBERED = 10_000;

describe('what goes while nothing can be counted', () => {
  it('is so many for each account, and the day after as many again', () => {
    const counts = createStorelessCounts();
    for (const day of [TODAY, TOMORROW]) {
      counts.take(ANN, day);
      counts.take(ANN, day);
      expect(() => counts.take(ANN, day)).toThrow(CheckRefused);
    }
  });

  it('takes nothing from the others where one of them has none left', () => {
    const counts = createStorelessCounts();
    const both = [{ account: 'bob', most: 2 }, ...ANN];
    counts.take(ANN, TODAY);
    counts.take(ANN, TODAY);
    expect(() => counts.take(both, TODAY)).toThrow(CheckRefused);
    counts.take([{ account: 'bob', most: 1 }], TODAY);
  });

  it('is given back on its day, and never more than was taken', () => {
    const counts = createStorelessCounts();
    counts.take(ANN, TODAY);
    for (let times = 0; times < 3; times += 1) counts.giveBack(['ann'], TODAY);
    counts.take(ANN, TODAY);
    counts.take(ANN, TODAY);
    expect(() => counts.take(ANN, TODAY)).toThrow(CheckRefused);
  });

  it('is not given back to another day', () => {
    const counts = createStorelessCounts();
    counts.take(ANN, TOMORROW);
    counts.take(ANN, TOMORROW);
    counts.giveBack(['ann'], TODAY);
    expect(() => counts.take(ANN, TOMORROW)).toThrow(CheckRefused);
  });

  it('is refused to strangers when more accounts are remembered than there is room for', () => {
    const counts = createStorelessCounts();
    for (let index = 0; index < REMEMBERED; index += 1)
      counts.take([{ account: `${index}`, most: 2 }], TODAY);
    expect(() => counts.take(ANN, TODAY)).toThrow(CheckRefused);
    counts.take([{ account: '7', most: 2 }], TODAY);
  });

  it('leaves room for others when it is given back', () => {
    const counts = createStorelessCounts();
    for (let index = 1; index < REMEMBERED; index += 1)
      counts.take([{ account: `${index}`, most: 2 }], TODAY);
    for (const stranger of ['a', 'b', 'c']) {
      counts.take([{ account: stranger, most: 2 }], TODAY);
      counts.giveBack([stranger], TODAY);
    }
    counts.take(ANN, TODAY);
    expect(() => counts.take([{ account: 'd', most: 2 }], TODAY)).toThrow(CheckRefused);
  });
});

describe('what the store has not counted', () => {
  /** A store that counts, or fails. */
  const counting = () => {
    const counted: (readonly [string, string, number])[] = [];
    return {
      counted,
      count: async (...of: readonly [string, string, number]) => void counted.push(of),
      fail: () => Promise.reject(new Error('the disk is full')),
    };
  };

  it('is handed over once, with its day', async () => {
    const counts = createStorelessCounts();
    const { counted, count } = counting();
    counts.take(ANN, TODAY);
    counts.take([...ANN, { account: 'bob', most: 2 }], TODAY);
    await counts.carry(count);
    await counts.carry(count);
    expect(counted).toEqual([
      ['ann', TODAY, 2],
      ['bob', TODAY, 1],
    ]);
  });

  it('is handed over the next time where it could not be counted', async () => {
    const counts = createStorelessCounts();
    const { counted, count, fail } = counting();
    counts.take(ANN, TODAY);
    await expect(counts.carry(fail)).rejects.toThrow('the disk is full');
    await counts.carry(count);
    expect(counted).toEqual([['ann', TODAY, 1]]);
  });

  it('is not taken for another day’s when a day ends while it cannot be counted', async () => {
    const counts = createStorelessCounts();
    const { counted, count } = counting();
    counts.take(ANN, TODAY);
    const carried = counts.carry(async () => {
      counts.take([{ account: 'bob', most: 2 }], TOMORROW);
      throw new Error('the disk is full');
    });
    await expect(carried).rejects.toThrow('the disk is full');
    await counts.carry(count);
    expect(counted).toEqual([['bob', TOMORROW, 1]]);
  });

  it('is taken off in the store of those whose one it has been given, and of no others', async () => {
    const counts = createStorelessCounts();
    const both = [...ANN, { account: 'bob', most: 2 }];
    counts.take(ANN, TODAY);
    await counts.carry(async () => undefined);
    counts.take([{ account: 'bob', most: 2 }], TODAY);
    const names = both.map(({ account }) => account);
    expect(counts.giveBack(names, TODAY)).toEqual(['ann']);
    expect(counts.giveBack(names, TOMORROW)).toEqual([]);
  });
});

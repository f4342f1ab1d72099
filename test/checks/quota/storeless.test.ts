import { describe, expect, it } from 'vitest';
import { CheckRefused } from '../../../src/checks/answer.ts';
import { createStorelessCounts } from '../../../src/checks/quota/storeless.ts';

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
});

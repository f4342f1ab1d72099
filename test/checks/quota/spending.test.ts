import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSpendingBook } from '../../../src/checks/quota/spending.ts';
import { NO_METRICS } from '../../../src/ops/metrics/no-metrics.ts';
import { createSqliteStore } from '../../../src/store/sqlite/store.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';

function createBook(writeMs = 0) {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 12));
  const counters = createSqliteStore('sqlite://:memory:', clock).collection('spending');
  let writes = 0;
  const add: typeof counters.add = async (...row) => {
    writes += 1;
    await delay(writeMs);
    return counters.add(...row);
  };
  const onError = (error: unknown): never => {
    throw error;
  };
  const book = createSpendingBook({ counters: { ...counters, add }, clock, observer: NO_METRICS, onError });
  return { book, writes: () => writes };
}

describe('what is spent and saved', () => {
  it('is seen by whoever reads after it was counted', async () => {
    const { book } = createBook();
    void book.count('saved');
    void book.count('paid', 2);
    expect(await book.today()).toEqual({ paid: 2, saved: 1, inDoubt: 0 });
    expect(await book.paidByDay(1)).toEqual([2]);
  });

  it('is written together when it comes together', async () => {
    const { book, writes } = createBook();
    await Promise.all(Array.from({ length: 100 }, () => book.count('saved')));
    expect(await book.month()).toMatchObject({ saved: 100 });
    // A day and a month, the first count alone and the others as one.
    expect(writes()).toBeLessThanOrEqual(4);
  });

  it('keeps nobody waiting for those who count later', async () => {
    const { book } = createBook(5);
    const others = setInterval(() => void book.count('saved'), 1);
    const counted = book.count('paid').then(() => book.today());
    const first = await Promise.race([counted, delay(2_000).then(() => 'still waiting')]);
    clearInterval(others);
    expect(first).toMatchObject({ paid: 1 });
  });
});

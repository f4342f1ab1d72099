import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSpendingBook } from '../../../src/checks/quota/spending.ts';
import { NO_METRICS } from '../../../src/ops/metrics/no-metrics.ts';
import { createUsageDayTable } from '../../../src/store/schema/usage-day.ts';
import { createSqliteStore } from '../../../src/store/sqlite/store.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';

const DAY_MS = 86_400_000;

function createBook(writeMs = 0) {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 12));
  const store = createSqliteStore('sqlite://:memory:', clock);
  const table = createUsageDayTable(store.sql);
  let writes = 0;
  const add: typeof table.add = async (usage) => {
    writes += 1;
    await delay(writeMs);
    await table.add(usage);
  };
  const onError = (error: unknown): never => {
    throw error;
  };
  const book = createSpendingBook({ table: { ...table, add }, clock, observer: NO_METRICS, onError });
  return { book, clock, store, writes: () => writes };
}

describe('what is spent and saved', () => {
  it('is seen by whoever reads after it was counted', async () => {
    const { book } = createBook();
    void book.count('saved');
    void book.count('paid', 2);
    expect(await book.today()).toEqual({ paid: 2, saved: 1, inDoubt: 0 });
    expect(await book.paidByDay(1)).toEqual([2]);
  });

  it('loses nothing that comes together', async () => {
    const { book } = createBook();
    await Promise.all(Array.from({ length: 100 }, () => book.count('saved')));
    expect(await book.month()).toMatchObject({ saved: 100 });
  });

  it('keeps nobody waiting for those who count later', async () => {
    const { book } = createBook(5);
    const counted = book.count('paid').then(() => book.today());
    let isCounted = false;
    void counted.then(() => {
      isCounted = true;
    });
    // A write takes as long as some of these.
    for (let others = 0; others < 1_000 && !isCounted; others += 1) {
      void book.count('saved');
      await delay(1);
    }
    expect(isCounted).toBe(true);
    expect(await counted).toMatchObject({ paid: 1 });
  });

  it('is told by day, today first, and by month', async () => {
    const { book, clock } = createBook();
    await book.count('paid', 3);
    await book.count('saved', 1);
    await clock.advance(DAY_MS);
    await book.count('paid', 2);
    await book.count('inDoubt');
    expect(await book.paidByDay(3)).toEqual([2, 3, 0]);
    expect(await book.savedByDay(3)).toEqual([0, 1, 0]);
    expect(await book.today()).toEqual({ paid: 2, saved: 0, inDoubt: 1 });
    expect(await book.month()).toEqual({ paid: 5, saved: 1, inDoubt: 1 });
    await clock.advance(31 * DAY_MS);
    expect(await book.month()).toEqual({ paid: 0, saved: 0, inDoubt: 0 });
  });

  it('is kept beyond the next month, and not for ever', async () => {
    const { book, clock, store } = createBook();
    await book.count('paid');
    await clock.advance(62 * DAY_MS);
    expect(await store.sweep()).toBe(0);
    await clock.advance(38 * DAY_MS);
    expect(await store.sweep()).toBe(1);
  });

  it('writes nothing down where nothing is to be counted', async () => {
    const { book, writes } = createBook();
    await book.count('inDoubt', 0);
    expect(writes()).toBe(0);
  });
});

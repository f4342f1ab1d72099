import { createSpendingBook } from '../src/checks/spending.ts';
import { systemClock as clock } from '../src/core/clock.ts';
import { createHistory } from '../src/history/rows.ts';
import { NO_METRICS } from '../src/ops/metrics/no-metrics.ts';
import type { Store } from '../src/store/contract.ts';
import { createHistoryTable } from '../src/store/schema/history.ts';
import { createUsageDayTable } from '../src/store/schema/usage-day.ts';
import type { Seal } from '../src/store/seal/seal.ts';

/** What is written of each answer behind it: what it cost or saved, and what its person asked lately. */
export function openBooks(store: Store, seal: Seal) {
  const needs = { clock, onError: fail };
  return {
    spending: createSpendingBook({
      ...{ ...needs, sql: store.sql, table: createUsageDayTable(store.sql), observer: NO_METRICS },
    }),
    history: createHistory({ ...needs, table: createHistoryTable(store.sql, seal) }),
  };
}

/** What a bench cannot write would make its figures too good. */
export function fail(error: unknown): never {
  throw error;
}

import { expect, it } from 'vitest';
import { createLedger, type LedgerNeeds } from '../../../src/checks/outbox/ledger.ts';
import { createLedgerMemory } from '../../../src/checks/outbox/ledger-row.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { readRaw } from '../../support/checks/reading.ts';
import { heapInUse } from '../../support/measure/heap.ts';

const MEGABYTE = 2 ** 20;

/** Takes everything, and keeps nothing. */
const NOTHING = {
  get: async () => undefined,
  put: async () => undefined,
  delete: async () => false,
  entriesOf: async () => [],
  portionsAndUnreadable: async function* () {},
};
const ROWS: LedgerNeeds['rows'] = { sent: NOTHING, recent: NOTHING };

const NEEDS = {
  rows: ROWS,
  read: readRaw,
  clock: systemClock,
  by: 'this process',
  keptMs: 48 * 3_600_000,
  lateMs: 3_000,
  longestHoldMs: 130_000,
};

it('takes no memory for sends that were never made', () => {
  const before = heapInUse();
  const ledger = createLedger(NEEDS);
  expect(heapInUse() - before).toBeLessThan(MEGABYTE);
  expect(ledger.answerOf('nobody’s')).toBeUndefined();
});

/** More than leave in 48 hours, and in longer ones two thousand an hour. */
it.each([
  [48, 100_000],
  [60, 120_000],
])('forgets the oldest outcome of %i hours, and no other, when there are more than %i', (hours, bound) => {
  const memory = createLedgerMemory(hours * 3_600_000);
  const row = {
    kind: 'check',
    imeiHash: 'hash',
    by: 'it',
    sentAt: 1,
    answeredAt: 2,
    outcome: 'answered',
  } as const;
  for (let count = 0; count <= bound; count += 1) memory.remember('', { ...row, requestId: `${count}` });
  const outcomeOf = (count: number) => memory.outcomeOf(`${count}`, 'hash');
  expect(outcomeOf(0)).toBeUndefined();
  expect(outcomeOf(1)).toEqual({ kind: 'answered' });
  expect(outcomeOf(bound)).toEqual({ kind: 'answered' });
});

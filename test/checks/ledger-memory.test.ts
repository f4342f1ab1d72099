import { expect, it } from 'vitest';
import { createLedger } from '../../src/checks/ledger.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Rows } from '../../src/store/store.ts';
import { heapInUse } from '../support/heap.ts';

const BOUND = 100_000;
const MEGABYTE = 2 ** 20;

/** Takes everything, and keeps nothing. */
const ROWS: Rows = {
  insert: async () => true,
  get: async () => undefined,
  put: async () => undefined,
  delete: async () => false,
  entries: async () => [],
  entriesOf: async () => [],
  portions: async function* () {
    yield [];
  },
  add: async () => 0,
};

it('takes no memory for sends that were never made', () => {
  const before = heapInUse();
  const ledger = createLedger(ROWS, systemClock, 'this process');
  expect(heapInUse() - before).toBeLessThan(MEGABYTE);
  expect(ledger.answerOf('nobody’s')).toBeUndefined();
});

it('forgets the oldest outcome, and no other, when there are more than its bound', async () => {
  const ledger = createLedger(ROWS, systemClock, 'this process');
  for (let count = 0; count <= BOUND; count += 1) {
    const send = await ledger.sent({ kind: 'check', requestId: `request ${count}`, imeiHash: 'hash' });
    await send.answered({ httpStatus: 200, body: '{}' });
  }
  const outcomeOf = (count: number) => ledger.outcomeOf(`request ${count}`, 'hash');
  expect(outcomeOf(0)).toBeUndefined();
  expect(outcomeOf(1)).toEqual({ kind: 'answered' });
  expect(outcomeOf(BOUND)).toEqual({ kind: 'answered' });
});

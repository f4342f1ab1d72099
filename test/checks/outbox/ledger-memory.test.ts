import { expect, it } from 'vitest';
import { createLedger, type LedgerNeeds } from '../../../src/checks/outbox/ledger.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { readRaw } from '../../support/checks/reading.ts';
import { heapInUse } from '../../support/measure/heap.ts';

const BOUND = 100_000;
const MEGABYTE = 2 ** 20;

/** Takes everything, and keeps nothing. */
const NOTHING = {
  get: async () => undefined,
  put: async () => undefined,
  delete: async () => false,
  entriesOf: async () => [],
  portionsAndUnreadable: async function* () {},
};
const ROWS: LedgerNeeds['rows'] = { sent: NOTHING, recent: NOTHING, former: NOTHING };

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

it('forgets the oldest outcome, and no other, when there are more than its bound', async () => {
  const ledger = createLedger(NEEDS);
  for (let count = 0; count <= BOUND; count += 1) {
    const send = await ledger.sent({ kind: 'check', requestId: `request ${count}`, imeiHash: 'hash' });
    await send.answered({ httpStatus: 200, body: '{}' });
  }
  const outcomeOf = (count: number) => ledger.outcomeOf(`request ${count}`, 'hash');
  expect(outcomeOf(0)).toBeUndefined();
  expect(outcomeOf(1)).toEqual({ kind: 'answered' });
  expect(outcomeOf(BOUND)).toEqual({ kind: 'answered' });
});

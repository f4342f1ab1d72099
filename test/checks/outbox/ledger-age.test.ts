import { expect, it } from 'vitest';
import { createLedger } from '../../../src/checks/outbox/ledger.ts';
import { openLedgerRows } from '../../../src/checks/outbox/ledger-row.ts';
import { ledgerKeptMs } from '../../../src/checks/outbox/room.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { readRaw } from '../../support/checks/reading.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const HOUR_MS = 3_600_000;

it.each([
  { maxAgeHours: 24, knownAfterHours: 47, forgottenAfterHours: 49 },
  { maxAgeHours: 72, knownAfterHours: 95, forgottenAfterHours: 97 },
])('the ledger outlives every request that is open for $maxAgeHours hours at most', async (times) => {
  const { maxAgeHours, knownAfterHours, forgottenAfterHours } = times;
  const clock = createFakeClock();
  const rows = openLedgerRows(createMemoryStore(clock), createSeal('0123456789abcdef'.repeat(4)));
  const needs = {
    rows,
    clock,
    keptMs: ledgerKeptMs(maxAgeHours * HOUR_MS),
    lateMs: 3_000,
    longestHoldMs: 130_000,
  };
  const before = createLedger({ read: readRaw, ...needs, by: 'a' });
  const send = await before.sent({ kind: 'check', requestId: 'request', imeiHash: 'hash' });
  await send.failed('unreadable');
  const outcomeAfter = async (hours: number) => {
    clock.step(hours * HOUR_MS);
    const after = createLedger({ read: readRaw, ...needs, by: 'b' });
    await after.learn('hash');
    clock.step(-hours * HOUR_MS);
    return after.outcomeOf('request', 'hash');
  };
  expect(await outcomeAfter(knownAfterHours)).toMatchObject({ kind: 'failed' });
  expect(await outcomeAfter(forgottenAfterHours)).toBeUndefined();
});

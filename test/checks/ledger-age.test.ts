import { expect, it } from 'vitest';
import { createLedger } from '../../src/checks/ledger.ts';
import { createMemoryStore } from '../../src/simulation/memory-store.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const HOUR_MS = 3_600_000;

it.each([
  { maxAgeHours: 24, knownAfterHours: 47, forgottenAfterHours: 49 },
  { maxAgeHours: 72, knownAfterHours: 95, forgottenAfterHours: 97 },
])('the ledger outlives every request that is open for $maxAgeHours hours at most', async (times) => {
  const { maxAgeHours, knownAfterHours, forgottenAfterHours } = times;
  const clock = createFakeClock();
  const rows = createMemoryStore(clock).collection('sends');
  const before = createLedger(rows, clock, 'a', maxAgeHours * HOUR_MS);
  const send = await before.sent({ kind: 'check', requestId: 'request', imeiHash: 'hash' });
  await send.failed('unreadable');
  const outcomeAfter = async (hours: number) => {
    clock.step(hours * HOUR_MS);
    const after = createLedger(rows, clock, 'b', maxAgeHours * HOUR_MS);
    await after.load();
    clock.step(-hours * HOUR_MS);
    return after.outcomeOf('request', 'hash');
  };
  expect(await outcomeAfter(knownAfterHours)).toMatchObject({ kind: 'failed' });
  expect(await outcomeAfter(forgottenAfterHours)).toBeUndefined();
});

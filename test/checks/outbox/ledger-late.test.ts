import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLedger } from '../../../src/checks/outbox/ledger.ts';
import { openLedgerRows } from '../../../src/checks/outbox/ledger-row.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { openStore } from '../../../src/store/open.ts';
import { readRaw } from '../../support/checks/reading.ts';
import { hasOwnRedis, startRedis } from '../../support/store/redis.ts';

const MINUTE_MS = 60_000;
const CHECK = { kind: 'check', imeiHash: 'hash', requestId: 'request' } as const;

/** Two processes on one Redis that a test can freeze. */
async function stage() {
  const redis = await startRedis({ persistence: 'always' });
  onTestFinished(() => redis.destroy());
  const { store, seal, close } = await openStore(redis.url, 'a secret of both processes', systemClock);
  onTestFinished(close);
  const rows = openLedgerRows(store, seal);
  const live = (by: string) =>
    createLedger({
      ...{ rows, read: readRaw, clock: systemClock, by },
      ...{ keptMs: 60 * MINUTE_MS, lateMs: MINUTE_MS, longestHoldMs: 2 * MINUTE_MS },
    });
  return { redis, store, rows, live };
}

describe.skipIf(!hasOwnRedis)('what a Redis that stalled carries out late', () => {
  it('is no check in doubt, where it was rejected and nothing was sent', async () => {
    const { redis, rows, live } = await stage();
    const ledger = live('a');
    // From then on, Redis knows the script by its name.
    await (await ledger.sent(CHECK)).withdrawn();
    redis.freeze();
    await expect(ledger.sent(CHECK)).rejects.toThrow();
    redis.thaw();
    await expect.poll(() => rows.sent.entriesOf(CHECK.imeiHash), { timeout: 20_000 }).toHaveLength(1);
    await ledger.catchUp();
    expect((await live('b').load('a')).inDoubt).toBe(0);
    expect(await rows.sent.entriesOf(CHECK.imeiHash)).toEqual([]);
  });

  it('is none either, where it was to be taken back', async () => {
    const { redis, store, live } = await stage();
    const ledger = live('a');
    const entry = await ledger.sent(CHECK);
    await redis.kill();
    await expect(entry.withdrawn()).rejects.toThrow();
    await expect(ledger.catchUp()).rejects.toThrow();
    await redis.restart();
    await vi.waitFor(() => store.probe(), 20_000);
    await ledger.catchUp();
    expect((await live('b').load('a')).inDoubt).toBe(0);
  });
});

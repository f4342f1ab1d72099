import { beforeEach, describe, expect, it } from 'vitest';
import { createLedger, type Ledger, type Send } from '../../../src/checks/outbox/ledger.ts';
import { createMemoryStore } from '../../../src/simulation/memory-store.ts';
import type { Collection } from '../../../src/store/contract.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { type SealedRows, sealedRows } from '../../../src/store/seal/sealed-rows.ts';
import { readRaw } from '../../support/checks/reading.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';

const KEPT_MS = 48 * 3_600_000;
const LATE_MS = 3_000;
const CHECK: Send = { kind: 'check', imeiHash: 'hash', requestId: 'asks' };
const STATUS: Send = { kind: 'status', requestId: 'key-status' };
const RAW = { httpStatus: 200, body: '{"brand":"Apple"}' };

describe('the ledger', () => {
  let clock: FakeClock;
  let collection: Collection;
  let rows: SealedRows;
  /** One process' ledger; each life reads what the others wrote. */
  const live = (by: string): Ledger =>
    createLedger({ read: readRaw, rows, clock, by, keptMs: KEPT_MS, lateMs: LATE_MS });
  /** What a later process learns. */
  const learnt = async (from?: string) => {
    const ledger = live('later');
    return { ledger, ...(await ledger.load(from)) };
  };

  beforeEach(() => {
    clock = createFakeClock();
    collection = createMemoryStore(clock).collection('sends');
    rows = sealedRows(collection, createSeal('0123456789abcdef'.repeat(4)));
  });

  it('tells when it was sent and when answered, by both clocks', async () => {
    const page = await live('a').sent(CHECK);
    const sent = { at: clock.now(), uptime: clock.uptime() };
    await clock.advance(400);
    const answered = { at: clock.now(), uptime: clock.uptime() };
    await page.answered(RAW);
    expect((await learnt()).past).toEqual([{ sent, answered }]);
  });

  it('knows the answer that was paid for, in this life and in the next, until it is in the cache', async () => {
    const ledger = live('a');
    const page = await ledger.sent(CHECK);
    expect(ledger.answerOf('hash')).toBeUndefined();
    await page.answered(RAW, ['joined']);
    const known = { raw: RAW, checkedAt: clock.now() };
    expect(ledger.answerOf('hash')).toMatchObject(known);
    expect((await learnt()).ledger.answerOf('hash')).toMatchObject(known);
    await page.cached();
    expect(ledger.answerOf('hash')).toBeUndefined();
    const { ledger: next, past } = await learnt();
    expect(next.answerOf('hash')).toBeUndefined();
    // What was sent is remembered, and for whom it was.
    expect(past).toHaveLength(1);
    for (const requestId of ['asks', 'joined'])
      expect(next.outcomeOf(requestId, 'hash')).toEqual({ kind: 'answered' });
  });

  it('keeps a newer answer where an older one of the same IMEI has reached the cache', async () => {
    const ledger = live('a');
    const older = await ledger.sent(CHECK);
    await older.answered(RAW);
    const newer = await ledger.sent({ ...CHECK, requestId: 'asks again' });
    await newer.answered({ ...RAW, body: '{"brand":"Nokia"}' });
    await older.cached();
    expect(ledger.answerOf('hash')?.raw.body).toContain('Nokia');
  });

  it('tells each request that waited of a failure that may have been paid, and nobody of one that was not', async () => {
    const ledger = live('a');
    await (await ledger.sent(CHECK)).failed('unreadable', ['asks', 'joined']);
    await (await ledger.sent({ ...CHECK, imeiHash: 'other' })).failed('unreachable', ['asks', 'joined']);
    for (const each of [ledger, (await learnt()).ledger]) {
      for (const requestId of ['asks', 'joined'])
        expect(each.outcomeOf(requestId, 'hash')).toEqual({ kind: 'failed', code: 'unreadable' });
      expect(each.outcomeOf('stranger', 'hash')).toBeUndefined();
      expect(each.outcomeOf('asks', 'other')).toBeUndefined();
    }
  });

  it('writes down what failed elsewhere, and holds no slot for it', async () => {
    await live('a').failedElsewhere(CHECK, 'timeout', ['joined']);
    const { ledger, inDoubt } = await learnt();
    expect(ledger.outcomeOf('joined', 'hash')).toEqual({ kind: 'failed', code: 'timeout' });
    expect(inDoubt).toBe(0);
  });

  it('keeps no body of a status call, and nothing under a name', async () => {
    const ledger = live('a');
    await (await ledger.sent(STATUS)).answered({ httpStatus: 200, body: 'of the account' });
    for await (const portion of rows.portionsAndUnreadable())
      for (const row of portion) expect(row.join(' ')).not.toContain('account');
    expect((await learnt()).past).toHaveLength(1);
  });

  it('knows no more of a send that was withdrawn', async () => {
    await (await live('a').sent(CHECK)).withdrawn();
    expect((await learnt()).past).toEqual([]);
  });

  it('counts the checks that were cut off once, and no status call', async () => {
    const ledger = live('a');
    await ledger.sent(CHECK);
    await ledger.sent(STATUS);
    await (await ledger.sent({ ...CHECK, imeiHash: 'other' })).failed('timeout');
    const first = await learnt();
    expect(first.inDoubt).toBe(1);
    // A crash before this counts it again, rather than not at all.
    expect((await learnt()).inDoubt).toBe(1);
    await first.markCounted();
    const second = await learnt();
    expect(second.inDoubt).toBe(0);
    expect(second.past).toHaveLength(3);
  });

  it('reads nothing of this process, and of one only where it is asked for', async () => {
    const [a, b] = [live('a'), live('b')];
    await a.sent(CHECK);
    await b.sent({ ...CHECK, imeiHash: 'other' });
    await b.sent({ ...CHECK, imeiHash: 'third' });
    expect((await a.load()).past).toHaveLength(2);
    expect((await learnt('a')).past).toHaveLength(1);
    expect((await learnt('nobody')).past).toEqual([]);
  });

  it('takes what it cannot read for sent just now, whoever it is of', async () => {
    await collection.put('foreign', 'sealed with another secret');
    await rows.put('newer', '{"kind":"of another version"}');
    const { past } = await learnt('a');
    const now = { at: clock.now(), uptime: clock.uptime() };
    expect(past).toEqual([{ sent: now }, { sent: now }]);
  });

  it('forgets a send when it has been kept for its time', async () => {
    const page = await live('a').sent(CHECK);
    await clock.advance(1_000);
    await page.answered(RAW);
    await clock.advance(KEPT_MS - 1_001);
    expect(await collection.entries()).toHaveLength(1);
    await clock.advance(1);
    expect(await collection.entries()).toEqual([]);
  });

  it('dates a send anew that leaves late, ahead by as long as that took', async () => {
    const page = await live('a').sent(CHECK);
    const sentAt = async () => (await learnt()).past[0]?.sent.at;
    const first = clock.now();
    await clock.advance(LATE_MS);
    await page.markSending();
    expect(await sentAt()).toBe(first);
    await clock.advance(1);
    await page.markSending();
    expect(await sentAt()).toBe(clock.now() + LATE_MS + 1);
    await clock.advance(2 * LATE_MS);
    const second = await sentAt();
    await page.markSending();
    expect(await sentAt()).toBe(second);
  });

  it('does not let leave what cannot be dated anew', async () => {
    const page = await live('a').sent(CHECK);
    await clock.advance(LATE_MS + 1);
    const { put } = rows;
    rows = Object.assign(rows, { put: () => Promise.reject(new Error('the disk is full')) });
    await expect(page.markSending()).rejects.toThrow('full');
    Object.assign(rows, { put });
  });
});

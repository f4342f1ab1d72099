import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLedger, type Ledger, type Send } from '../../../src/checks/outbox/ledger.ts';
import { type LedgerRows, openLedgerRows } from '../../../src/checks/outbox/ledger-row.ts';
import type { Store } from '../../../src/store/contract.ts';
import { createSeal, type Seal } from '../../../src/store/seal/seal.ts';
import { sealedRows } from '../../../src/store/seal/sealed-rows.ts';
import { readRaw } from '../../support/checks/reading.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const KEPT_MS = 48 * 3_600_000;
const LATE_MS = 3_000;
const HOLD_MS = 130_000;
const CHECK: Send = { kind: 'check', imeiHash: 'hash', requestId: 'asks' };
const STATUS: Send = { kind: 'status', requestId: 'key-status' };
const RAW = { httpStatus: 200, body: '{"brand":"Apple"}', reader: 'device-identity' };

describe('the ledger', () => {
  let clock: FakeClock;
  let store: Store;
  let seal: Seal;
  let rows: LedgerRows;
  /** One process' ledger; each life reads what the others wrote. */
  const live = (by: string): Ledger =>
    createLedger({
      read: readRaw,
      rows,
      clock,
      by,
      keptMs: KEPT_MS,
      lateMs: LATE_MS,
      longestHoldMs: HOLD_MS,
    });
  /** What a later process learns. */
  const learnt = async () => {
    const ledger = live('later');
    const past = await ledger.load();
    for (const imeiHash of ['hash', 'other']) await ledger.learn(imeiHash);
    return { ledger, ...past };
  };

  beforeEach(() => {
    clock = createFakeClock();
    store = createMemoryStore(clock);
    seal = createSeal('0123456789abcdef'.repeat(4));
    rows = openLedgerRows(store, seal);
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

  it('tells everybody since when an IMEI is last in doubt: from when it was known, not from when it was sent', async () => {
    const ledger = live('a');
    const first = await ledger.sent(CHECK);
    const second = await ledger.sent({ ...CHECK, requestId: 'another' });
    await clock.advance(1_000);
    await second.failed('timeout');
    const knownAt = clock.now();
    await (await ledger.sent({ ...CHECK, imeiHash: 'other' })).failed('unreachable');
    const whoKnow = async () => [[ledger, true] as const, [(await learnt()).ledger, false] as const] as const;
    for (const [each, isOwn] of await whoKnow()) {
      expect(each.doubtOf('hash')).toEqual({ code: 'timeout', knownAt, isOwn });
      expect(each.doubtOf('other')).toBeUndefined();
    }
    await clock.advance(1_000);
    await first.failed('reset');
    const resetAt = clock.now();
    for (const [each, isOwn] of await whoKnow())
      expect(each.doubtOf('hash')).toEqual({ code: 'reset', knownAt: resetAt, isOwn });
    // Set back, the clock makes what comes now no older.
    clock.step(-60_000);
    await (await ledger.sent(CHECK)).failed('timeout');
    expect(ledger.doubtOf('hash')).toEqual({ code: 'timeout', knownAt: resetAt, isOwn: true });
  });

  it('writes down what failed unwritten, and holds no slot for it', async () => {
    await live('a').failedUnwritten(CHECK, 'timeout', ['joined']);
    const { ledger, inDoubt } = await learnt();
    expect(ledger.outcomeOf('joined', 'hash')).toEqual({ kind: 'failed', code: 'timeout' });
    expect(inDoubt).toBe(0);
  });

  it('writes what the store has rejected of an outcome once it works again', async () => {
    const ledger = live('a');
    const answered = await ledger.sent({ ...CHECK, imeiHash: 'other' });
    const failing = vi.spyOn(rows.sent, 'put').mockRejectedValue(new Error('no space left on device'));
    await expect(ledger.failedUnwritten(CHECK, 'timeout', ['joined'])).rejects.toThrow();
    await expect(answered.answered(RAW)).rejects.toThrow();
    await expect(ledger.catchUp()).rejects.toThrow();
    failing.mockRestore();
    await ledger.catchUp();
    const next = (await learnt()).ledger;
    expect(next.outcomeOf('joined', 'hash')).toEqual({ kind: 'failed', code: 'timeout' });
    expect(next.answerOf('other')).toMatchObject({ raw: RAW });
    // Once, or a newer state could be overwritten.
    await answered.cached();
    await ledger.catchUp();
    expect((await learnt()).ledger.answerOf('other')).toBeUndefined();
  });

  it('keeps no body of a status call, and nothing under a name', async () => {
    const ledger = live('a');
    await (await ledger.sent(STATUS)).answered({
      httpStatus: 200,
      body: 'of the account',
      reader: 'device-identity',
    });
    const sent = await sealedRows(store.collection('sent'), seal).entries();
    expect(sent).toHaveLength(1);
    for (const row of sent) expect(row.join(' ')).not.toContain('account');
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
    // Counting changes nothing of when they were sent, nor of how long that is known.
    expect(second.past).toEqual(first.past);
    await clock.advance(KEPT_MS - 1);
    expect(await learnt()).toMatchObject({ inDoubt: 0, past: { length: 3 } });
    await clock.advance(1);
    expect((await learnt()).past).toEqual([]);
  });

  it('counts once what was answered with what nobody can read, and the process did not live to say so', async () => {
    const page = await live('a').sent(CHECK);
    await page.answered({ httpStatus: 200, body: '<html>', reader: 'device-identity' });
    const first = await learnt();
    expect(first.inDoubt).toBe(1);
    await first.markCounted();
    const second = await learnt();
    expect(second.inDoubt).toBe(0);
    expect(second.ledger.outcomeOf('asks', 'hash')).toEqual({ kind: 'failed', code: 'unreadable' });
    expect(second.past).toEqual(first.past);
  });

  it('counts nothing as in doubt that the service refused, though the process did not live to say so', async () => {
    await (await live('a').sent(CHECK)).answered({ httpStatus: 429, body: '', reader: 'device-identity' });
    const { inDoubt, past, ledger } = await learnt();
    expect([inDoubt, past.length]).toEqual([0, 1]);
    expect(ledger.outcomeOf('asks', 'hash')).toBeUndefined();
  });

  it('rejects what cannot be written down, and uses its place for the next', async () => {
    const ledger = live('a');
    const put = rows.sent.put;
    Object.assign(rows.sent, { put: () => Promise.reject(new Error('the disk is full')) });
    await expect(ledger.sent(CHECK)).rejects.toThrow('full');
    Object.assign(rows.sent, { put });
    await ledger.sent(CHECK);
    expect(await store.collection('sent-lately').entries()).toHaveLength(1);
    expect((await learnt()).past).toHaveLength(1);
  });

  it('has no later start read what has been counted and holds nothing any more', async () => {
    const names = async () => (await store.collection('sent-lately').entries()).length;
    const ledger = live('a');
    await (await ledger.sent(CHECK)).answered(RAW);
    await ledger.sent({ ...CHECK, imeiHash: 'other' });
    await clock.advance(HOLD_MS);
    await learnt();
    expect(await names()).toBe(2);
    await clock.advance(1);
    await learnt();
    expect(await names()).toBe(1);
  });

  it('reads nothing of this process', async () => {
    const [a, b] = [live('a'), live('b')];
    await a.sent(CHECK);
    await b.sent({ ...CHECK, imeiHash: 'other' });
    await b.sent({ ...CHECK, imeiHash: 'third' });
    expect((await a.load()).past).toHaveLength(2);
  });

  it('takes what it cannot read for sent just now, whoever it is of', async () => {
    const recent = store.collection('sent-lately');
    await recent.put('a/0', 'sealed with another secret');
    await rows.recent.put('a/1', 'hash/newer', { expiresAt: clock.now() + 1 });
    await rows.sent.put('hash/newer', '{"kind":"of another version"}');
    await rows.recent.put('a/2', 'hash/gone');
    const { past } = await learnt();
    const now = { at: clock.now(), uptime: clock.uptime() };
    expect(past).toEqual(Array.from({ length: 3 }, () => ({ sent: now })));
  });

  it('forgets a send when it has been kept for its time', async () => {
    const page = await live('a').sent(CHECK);
    await clock.advance(1_000);
    await page.answered(RAW);
    await clock.advance(KEPT_MS - 1_001);
    const left = async () =>
      (await Promise.all(['sent', 'sent-lately'].map((name) => store.collection(name).entries()))).flat();
    expect(await left()).toHaveLength(2);
    await clock.advance(1);
    expect(await left()).toEqual([]);
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
    Object.assign(rows.sent, { put: () => Promise.reject(new Error('the disk is full')) });
    await expect(page.markSending()).rejects.toThrow('full');
  });
});

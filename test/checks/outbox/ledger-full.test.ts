import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLedger, type LedgerNeeds } from '../../../src/checks/outbox/ledger.ts';
import { openLedgerRows } from '../../../src/checks/outbox/ledger-row.ts';
import { ledgerKeptMs } from '../../../src/checks/outbox/room.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { createSqliteStore } from '../../../src/store/sqlite/store.ts';
import { readRaw } from '../../support/checks/reading.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { cases } from '../../support/nightly.ts';
import { countReads } from '../../support/store/count-reads.ts';

const KEPT_MS = ledgerKeptMs(86_400_000);
/** What the service lets through in that time, and by day a tenth of it. */
const ROWS = (19 * KEPT_MS) / 60_000 / cases(10, 1);
const HOLD_MS = 130_000;
/** More than are under way and hold a slot at the same time would be by day. */
const RECENT = 20;
const NEXT = {
  ...{ read: readRaw, by: 'the next process' },
  ...{ keptMs: KEPT_MS, lateMs: 3_000, longestHoldMs: HOLD_MS },
};

const ledgerOn = (rows: LedgerNeeds['rows'], clock = systemClock) =>
  createLedger({
    ...{ read: readRaw, rows, clock, by: 'this process' },
    ...{ keptMs: KEPT_MS, lateMs: 3_000, longestHoldMs: HOLD_MS },
  });

/** A send of a process of before, whose answer is in the cache. */
function oldSend(sentAt: number, requestId: string) {
  const imeiHash = `${randomUUID()}${randomUUID()}`;
  return {
    kind: 'check',
    imeiHash,
    requestId,
    by: 'before',
    sentAt,
    answeredAt: sentAt + 500,
    outcome: 'answered',
  };
}

/** A ledger's rows, and how many rows were read of them. */
async function openCounted(clock = systemClock) {
  const store = createSqliteStore('sqlite://:memory:', clock);
  onTestFinished(() => store.close());
  const counting = countReads(store);
  const rows = openLedgerRows(counting.store, createSeal('0123456789abcdef'.repeat(4)));
  return { rows, read: counting.rowsRead };
}

async function fill(rows: Pick<LedgerNeeds['rows']['sent'], 'put'>, idOf: (imeiHash: string) => string) {
  const since = Date.now() - KEPT_MS + 600_000;
  const written: Promise<void>[] = [];
  for (let count = 0; count < ROWS; count += 1) {
    const send = oldSend(since + count, `request ${count}`);
    const expiry = { expiresAt: send.sentAt + KEPT_MS };
    written.push(rows.put(idOf(send.imeiHash), JSON.stringify(send), expiry));
    if (count % 2_000 === 0) await Promise.all(written);
  }
  await Promise.all(written);
}

describe('a ledger that is as full as the limit lets it be', () => {
  it('is not read at a start but for what is recent, nor for an IMEI but for what was sent of it', async () => {
    const { rows, read } = await openCounted();
    await fill(rows.sent, (imeiHash) => `${imeiHash}/${randomUUID()}`);
    const before = createLedger({
      ...{ read: readRaw, rows, clock: systemClock, by: 'before' },
      ...{ keptMs: KEPT_MS, lateMs: 3_000, longestHoldMs: HOLD_MS },
    });
    const send = { kind: 'check', imeiHash: 'hash', requestId: 'request' } as const;
    for (let count = 0; count < RECENT; count += 1) await before.sent(send);
    const ledger = ledgerOn(rows);
    const { past, inDoubt } = await ledger.load();
    expect([past.length, inDoubt]).toEqual([RECENT, RECENT]);
    expect(read()).toBe(2 * RECENT);
    await ledger.learn('hash');
    expect(read()).toBe(3 * RECENT);
  });

  it('names as many sends as recent as can hold a slot, however many there were', async () => {
    const clock = createFakeClock();
    const { rows } = await openCounted(clock);
    const ledger = ledgerOn(rows, clock);
    for (let count = 0; count < 20 * RECENT; count += 1) {
      const entry = await ledger.sent({ kind: 'status', requestId: 'key-status' });
      await entry.failed('timeout');
      await clock.advance(HOLD_MS / RECENT);
    }
    const next = createLedger({ ...NEXT, rows, clock });
    expect((await next.load()).past).toHaveLength(RECENT);
    await clock.advance(HOLD_MS + 1);
    await (await createLedger({ ...NEXT, rows, clock }).load()).markCounted();
    expect((await createLedger({ ...NEXT, rows, clock }).load()).past).toEqual([]);
  });
});

describe('what a ledger remembers of before', () => {
  const raw = (body: string) => ({ httpStatus: 200, body, reader: 'device-identity' });
  const answered = (at: number, body: string) => ({
    ...{ kind: 'check', imeiHash: 'hash', requestId: 'request', by: 'before', sentAt: at },
    ...{ answeredAt: at, outcome: 'answered', raw: raw(body) },
  });
  const body = (model: string) => JSON.stringify({ brand: 'NOKIA', model });
  const failed = { ...answered(1_500, ''), outcome: 'failed', code: 'unreadable', raw: undefined };
  const NOTHING = {
    get: async () => undefined,
    put: async () => undefined,
    delete: async () => false,
    entriesOf: async () => [],
    portionsAndUnreadable: async function* () {},
  };
  const rowsOf = (sends: readonly object[]): LedgerNeeds['rows'] => ({
    sent: {
      ...NOTHING,
      entriesOf: async () => sends.map((send, index) => [String(index), JSON.stringify(send)] as const),
    },
    recent: NOTHING,
  });

  it.each([
    ['in the order in which it was written', (sends: readonly object[]) => sends],
    ['in the opposite order', (sends: readonly object[]) => sends.toReversed()],
  ])('is the later of two answers, and rather an answer than a failure, %s', async (_, order) => {
    const ledger = ledgerOn(
      rowsOf(order([answered(1_000, body('old')), failed, answered(2_000, body('new'))])),
    );
    await ledger.learn('hash');
    expect(ledger.answerOf('hash')).toEqual({
      raw: raw(body('new')),
      checkedAt: 2_000,
      id: expect.any(String),
    });
    expect(ledger.outcomeOf('request', 'hash')).toEqual({ kind: 'answered' });
  });
});

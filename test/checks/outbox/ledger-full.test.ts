import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLedger, type LedgerNeeds } from '../../../src/checks/outbox/ledger.ts';
import { ledgerKeptMs } from '../../../src/checks/outbox/ledger-kept.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { sealedRows } from '../../../src/store/seal/sealed-rows.ts';
import { createSqliteStore } from '../../../src/store/sqlite/store.ts';
import { readRaw } from '../../support/checks/reading.ts';
import { leastTakenBy } from '../../support/measure/processor-time.ts';
import { cases } from '../../support/nightly.ts';

const KEPT_MS = ledgerKeptMs();
/** What the service lets through in that time, and by day a tenth of it. */
const ROWS = (19 * KEPT_MS) / 60_000 / cases(10, 1);
/** What a start may take for them at most, of a processor, and what anybody may wait for it at a time. */
const START_MS = 6_000 / cases(10, 1);
const STALL_MS = 50;

const ledgerOn = (rows: LedgerNeeds['rows'], clock = systemClock) =>
  createLedger({ read: readRaw, rows, clock, by: 'this process', keptMs: KEPT_MS, lateMs: 3_000 });

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

async function fullRows() {
  const store = createSqliteStore('sqlite://:memory:', systemClock);
  onTestFinished(() => store.close());
  const rows = sealedRows(store.collection('sends'), createSeal('0123456789abcdef'.repeat(4)));
  const since = Date.now() - KEPT_MS + 600_000;
  const written: Promise<void>[] = [];
  for (let count = 0; count < ROWS; count += 1) {
    const send = oldSend(since + count, `request ${count}`);
    written.push(rows.put(randomUUID(), JSON.stringify(send), { expiresAt: send.sentAt + KEPT_MS }));
    if (count % 2_000 === 0) await Promise.all(written);
  }
  await Promise.all(written);
  return rows;
}

describe('a ledger that is as full as the limit lets it be', () => {
  it('is read at a start in a few seconds at most, and lets everybody else in between', {
    timeout: 60_000,
  }, async () => {
    const rows = await fullRows();
    expect((await ledgerOn(rows).load()).past).toHaveLength(ROWS);
    const took = await leastTakenBy(() => ledgerOn(rows).load());
    expect(took.inAllMs).toBeLessThan(START_MS);
    expect(took.atOnceMs).toBeLessThan(STALL_MS);
  });
});

describe('what a ledger remembers of before', () => {
  const raw = (body: string) => ({ httpStatus: 200, body });
  const answered = (at: number, body: string) => ({
    ...{ kind: 'check', imeiHash: 'hash', requestId: 'request', by: 'before', sentAt: at },
    ...{ answeredAt: at, outcome: 'answered', raw: raw(body) },
  });
  const body = (model: string) => JSON.stringify({ brand: 'NOKIA', model });
  const failed = { ...answered(1_500, ''), outcome: 'failed', code: 'unreadable', raw: undefined };
  const rowsOf = (sends: readonly object[]): LedgerNeeds['rows'] => ({
    put: async () => undefined,
    delete: async () => false,
    portionsAndUnreadable: async function* () {
      yield sends.map((send, index) => [String(index), JSON.stringify(send)] as const);
    },
  });

  it.each([
    ['in the order in which it was written', (sends: readonly object[]) => sends],
    ['in the opposite order', (sends: readonly object[]) => sends.toReversed()],
  ])('is the later of two answers, and rather an answer than a failure, %s', async (_, order) => {
    const ledger = ledgerOn(
      rowsOf(order([answered(1_000, body('old')), failed, answered(2_000, body('new'))])),
    );
    await ledger.load();
    expect(ledger.answerOf('hash')).toEqual({
      raw: raw(body('new')),
      checkedAt: 2_000,
      id: expect.any(String),
    });
    expect(ledger.outcomeOf('request', 'hash')).toEqual({ kind: 'answered' });
  });
});

import { describe, expect, it } from 'vitest';
import { createLedgerMemory, type LedgerRow } from '../../../src/checks/outbox/ledger-row.ts';

describe('what comes in no order', () => {
  const RAW = { httpStatus: 200, body: '{}', reader: 'device-identity' };
  const SENT: LedgerRow = { kind: 'check', imeiHash: 'hash', requestId: 'request', by: 'a', sentAt: 1_000 };
  const failed: LedgerRow = { ...SENT, failedAt: 5_000, outcome: 'failed', code: 'timeout' };
  const answeredAt = (at: number): LedgerRow => ({ ...SENT, answeredAt: at, outcome: 'answered', raw: RAW });

  it('leaves an answer an answer, and the later one', () => {
    const memory = createLedgerMemory(48 * 3_600_000);
    memory.remember('new', answeredAt(3_000), true);
    memory.remember('old', answeredAt(2_000), true);
    memory.remember('failed', failed, true);
    expect(memory.answerOf('hash')).toEqual({ id: 'new', raw: RAW, checkedAt: 3_000 });
    expect(memory.outcomeOf('request', 'hash')).toEqual({ kind: 'answered' });
    // What happens here is in order.
    memory.remember('now', failed);
    expect(memory.outcomeOf('request', 'hash')).toEqual({ kind: 'failed', code: 'timeout' });
  });

  it('has an answer that cannot be dated tell what happened, and be given to nobody', () => {
    const memory = createLedgerMemory(48 * 3_600_000);
    memory.remember('id', { ...SENT, outcome: 'answered', raw: RAW });
    expect(memory.answerOf('hash')).toBeUndefined();
    expect(memory.outcomeOf('request', 'hash')).toEqual({ kind: 'answered' });
  });
});

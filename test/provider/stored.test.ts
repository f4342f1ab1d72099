import { describe, expect, it, onTestFinished } from 'vitest';
import { createLedger } from '../../src/checks/outbox/ledger.ts';
import { openLedgerRows } from '../../src/checks/outbox/ledger-row.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type AnswerReader, ReaderUnknown, readWith } from '../../src/provider/contract.ts';
import { DEVICE_IDENTITY } from '../../src/provider/device-identity/definition.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';

/** A provider beside the service, whose bodies are one word: the model, or a dash for a failure. */
const WORDS: AnswerReader = {
  name: 'words',
  read: ({ body }) => {
    if (body === '-') throw new ServiceFailure('unreadable');
    return { found: true, device: { level: 'BASIC', model: body, other: {} } };
  },
};
const NAMED = { httpStatus: 200, body: '3310', reader: 'words' };
const OF_SERVICE = {
  httpStatus: 200,
  body: '{"brand":"NOKIA","model":"3310"}',
  reader: 'device-identity',
};

describe('a raw answer', () => {
  const read = readWith([DEVICE_IDENTITY, WORDS]);

  it('is read by the provider that brought it', () => {
    expect(read(NAMED)).toMatchObject({ device: { model: '3310' } });
    expect(read(OF_SERVICE)).toMatchObject({ device: { brand: 'NOKIA' } });
    expect(() => read({ ...NAMED, reader: 'device-identity' })).toThrow(ServiceFailure);
  });

  it('of a provider that is not there is no failure of the check', () => {
    expect(() => readWith([DEVICE_IDENTITY])(NAMED)).toThrow(ReaderUnknown);
  });
});

describe('what the ledger has of a provider', () => {
  /** One process sends and is answered; the next one reads it with these. */
  async function handedOver(raw: typeof NAMED, readers: readonly AnswerReader[]) {
    const store = createSqliteStore('sqlite://:memory:', systemClock);
    onTestFinished(() => store.close());
    const rows = openLedgerRows(store, createSeal('0123456789abcdef'.repeat(4)));
    const needs = {
      rows,
      read: readWith(readers),
      clock: systemClock,
      keptMs: 3_600_000,
      lateMs: 3_000,
      longestHoldMs: 130_000,
    };
    const entry = await createLedger({ ...needs, by: 'a' }).sent({
      kind: 'check',
      imeiHash: 'hash',
      requestId: 'request',
    });
    await entry.answered(raw);
    const next = createLedger({ ...needs, by: 'b' });
    await next.load();
    await next.learn('hash');
    return next;
  }

  it('goes to the next process with the name of its reader', async () => {
    const next = await handedOver(NAMED, [DEVICE_IDENTITY, WORDS]);
    expect(next.answerOf('hash')?.raw).toEqual(NAMED);
    expect(next.outcomeOf('request', 'hash')).toEqual({ kind: 'answered' });
  });

  it('is the failure that its own reader finds in it', async () => {
    const next = await handedOver({ ...NAMED, body: '-' }, [DEVICE_IDENTITY, WORDS]);
    expect(next.outcomeOf('request', 'hash')).toEqual({ kind: 'failed', code: 'unreadable' });
  });

  it('stays an answer where nobody can read it', async () => {
    const next = await handedOver(NAMED, [DEVICE_IDENTITY]);
    expect(next.outcomeOf('request', 'hash')).toEqual({ kind: 'answered' });
  });
});

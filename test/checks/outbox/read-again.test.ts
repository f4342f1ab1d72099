import { describe, expect, it } from 'vitest';
import { readAgain } from '../../../src/checks/outbox/ledger-row.ts';
import { ReaderUnknown } from '../../../src/provider/contract.ts';
import type { CheckAnswer, RawAnswer } from '../../../src/provider/device.ts';
import { ServiceFailure } from '../../../src/provider/errors.ts';

const RAW: RawAnswer = { httpStatus: 200, body: '{', reader: 'device-identity' };
const ANSWERED = { kind: 'check', outcome: 'answered', raw: RAW } as const;
const unreadable = (): CheckAnswer => {
  throw new ServiceFailure('unreadable');
};

describe('an answer that a process did not live to read', () => {
  it('is the failure that reading it is', () => {
    expect(readAgain(unreadable, ANSWERED)).toEqual({ ...ANSWERED, outcome: 'failed', code: 'unreadable' });
  });

  it('stays an answer where it can be read, or where nobody here can tell', () => {
    const unknown = (): never => {
      throw new ReaderUnknown('another');
    };
    for (const read of [(): CheckAnswer => ({ found: false }), unknown])
      expect(readAgain(read, ANSWERED)).toBe(ANSWERED);
  });

  it('is read only where it is one of a check, with its body', () => {
    const others = [
      { ...ANSWERED, kind: 'status' } as const,
      { ...ANSWERED, outcome: 'in-doubt' } as const,
      { ...ANSWERED, outcome: 'failed', code: 'timeout' } as const,
      { kind: 'check', outcome: 'answered' } as const,
      { kind: 'check', raw: RAW } as const,
    ];
    for (const row of others) expect(readAgain(unreadable, row)).toBe(row);
  });

  it('is no such failure where the reader itself breaks', () => {
    const broken = (): never => {
      throw new Error('a bug');
    };
    expect(() => readAgain(broken, ANSWERED)).toThrow('a bug');
  });
});

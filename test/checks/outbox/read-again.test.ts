import { describe, expect, it } from 'vitest';
import { readAgain } from '../../../src/checks/outbox/read-again.ts';
import { ServiceFailure } from '../../../src/provider/errors.ts';
import { ReaderUnknown } from '../../../src/provider/stored.ts';

const raw = { httpStatus: 200, body: 'what came' };
const answered = { kind: 'check', outcome: 'answered', raw } as const;
const reads = () => ({ found: false, unknownFields: [] }) as const;
const fails = (): never => {
  throw new ServiceFailure('unexpected');
};
const mustNot = (): never => expect.fail('there is nothing to read');

describe('an answer that was written down', () => {
  it('stays one where it can be read', () => {
    expect(readAgain(reads, answered)).toBe(answered);
  });

  it('is the failure that it says it is where it is none', () => {
    expect(readAgain(fails, answered)).toEqual({ ...answered, outcome: 'failed', code: 'unexpected' });
  });

  it('stays what it was written down as where nobody here can read it', () => {
    const unknown = (): never => {
      throw new ReaderUnknown('another provider');
    };
    expect(readAgain(unknown, answered)).toBe(answered);
  });

  it('is not read where it has reached the cache, which has its body', () => {
    const { raw: _body, ...cached } = answered;
    expect(readAgain(mustNot, cached)).toBe(cached);
  });

  it('tells of a fault of ours as of any other', () => {
    const broken = (): never => {
      throw new TypeError('ours');
    };
    expect(() => readAgain(broken, answered)).toThrow('ours');
  });
});

describe('anything else', () => {
  it.each([
    { ...answered, kind: 'status' },
    { ...answered, outcome: 'failed', code: 'timeout' },
    { ...answered, outcome: 'in-doubt' },
    { kind: 'check', raw },
  ] as const)('is left as it is: %j', (row) => {
    expect(readAgain(mustNot, row)).toBe(row);
  });
});

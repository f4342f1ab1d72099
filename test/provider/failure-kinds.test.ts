import { describe, expect, it } from 'vitest';
import { isFailureCode, kindOf, ServiceFailure, wordsOf } from '../../src/provider/errors.ts';

describe('a failure that only one provider knows', () => {
  it.each([
    ['account/seat-taken', { paid: 'no', mend: 'operator', retry: 'status', refusesAll: true }],
    ['quota/weekly', { paid: 'no', mend: 'nobody', retry: 'status', refusesAll: true }],
    ['rate/burst', { paid: 'no', mend: 'operator', retry: 'window', refusesAll: true }],
    ['unsent/proxy', { paid: 'no', mend: 'service', retry: 'soon', refusesAll: false }],
    ['question/too-old', { paid: 'no', mend: 'nobody', retry: 'never', refusesAll: false }],
    ['in-doubt/queue-lost', { paid: 'maybe', mend: 'service', retry: 'never', refusesAll: false }],
    ['misdirected/parked', { paid: 'maybe', mend: 'operator', retry: 'never', refusesAll: false }],
  ] as const)('says by its kind what the checks must know: %s', (code, facts) => {
    expect(new ServiceFailure(code)).toMatchObject(facts);
  });

  it('is known again from the store without that provider', () => {
    expect(isFailureCode('account/seat-taken')).toBe(true);
    expect(kindOf('account/seat-taken')).toBe('account');
  });

  it('is told in the words of its kind', () => {
    expect(wordsOf('account/seat-taken')).toBe('access-refused');
    expect(wordsOf('in-doubt/queue-lost')).toBe('unknown-error');
    expect(wordsOf('key-refused')).toBe('key-refused');
  });

  it.each([
    '',
    'account',
    'account/',
    'account/two words',
    'other/one',
    'toString',
    'toString/x',
    undefined,
    1,
  ])('is not what is neither listed nor of a kind: %j', (text) => {
    expect(isFailureCode(text)).toBe(false);
  });
});

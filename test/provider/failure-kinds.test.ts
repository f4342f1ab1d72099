import { describe, expect, it } from 'vitest';
import {
  isFailureCode,
  kindOf,
  ServiceFailure,
  type ServiceFailureCode,
  wordsOf,
} from '../../src/provider/errors.ts';

describe('a failure of the service says', () => {
  it.each<[ServiceFailureCode, string, string, string]>([
    ['credentials-wrong', 'no', 'operator', 'status'],
    ['account-blocked', 'no', 'operator', 'status'],
    ['credentials-missing', 'no', 'operator', 'status'],
    ['key-refused', 'no', 'operator', 'status'],
    ['key-inactive', 'no', 'operator', 'status'],
    ['access-refused', 'no', 'operator', 'status'],
    ['limit-exceeded', 'no', 'operator', 'window'],
    ['hourly-limit', 'no', 'nobody', 'status'],
    ['daily-limit', 'no', 'nobody', 'status'],
    ['imei-empty', 'no', 'nobody', 'never'],
    ['unreachable', 'no', 'service', 'soon'],
    ['timeout', 'maybe', 'service', 'never'],
    ['reset', 'maybe', 'service', 'never'],
    ['server-error', 'maybe', 'service', 'never'],
    ['unreadable', 'maybe', 'service', 'never'],
    ['unknown-error', 'maybe', 'service', 'never'],
    ['unexpected', 'maybe', 'service', 'never'],
    ['redirect', 'maybe', 'operator', 'never'],
  ])('of %s: paid %s, to be mended by %s, tried again: %s', (code, paid, mend, retry) => {
    expect(new ServiceFailure(code)).toMatchObject({ code, paid, mend, retry });
  });
});

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

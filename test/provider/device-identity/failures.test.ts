import { describe, expect, it } from 'vitest';
import { ServiceFailure, type ServiceFailureCode } from '../../../src/provider/errors.ts';

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
    ['too-large', 'maybe', 'service', 'never'],
    ['unknown-error', 'maybe', 'service', 'never'],
    ['unexpected', 'maybe', 'service', 'never'],
    ['redirect', 'maybe', 'operator', 'never'],
  ])('of %s: paid %s, to be mended by %s, tried again: %s', (code, paid, mend, retry) => {
    expect(new ServiceFailure(code)).toMatchObject({ code, paid, mend, retry });
  });

  it('what is known of it, in its message only what came instead', () => {
    const plain = new ServiceFailure('reset');
    expect(plain.message).toBe('service failure: reset');
    expect('cause' in plain).toBe(false);
    const cause = new Error('why');
    const told = new ServiceFailure('unreadable', {
      ...{ httpStatus: 200, said: 'words', retryAt: 5, instead: 'html', cause },
    });
    expect(told).toMatchObject({ httpStatus: 200, said: 'words', retryAt: 5, instead: 'html', cause });
    expect(told.message).toBe('service failure: unreadable (html)');
  });
});

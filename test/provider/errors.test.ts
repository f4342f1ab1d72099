import { describe, expect, it } from 'vitest';
import { isFailureCode, ServiceFailure, type ServiceFailureCode } from '../../src/provider/errors.ts';

describe('a failure of the service', () => {
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
    ['account/seat-taken', 'no', 'operator', 'status'],
    ['quota/weekly', 'no', 'nobody', 'status'],
    ['rate/burst', 'no', 'operator', 'window'],
    ['in-doubt/queue-lost', 'maybe', 'service', 'never'],
  ])('%s: paid %s, %s can fix it, try again: %s', (code, paid, fixedBy, retry) => {
    expect(new ServiceFailure(code)).toMatchObject({ code, paid, fixedBy, retry });
    expect(isFailureCode(code)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { isFailureCode, ServiceFailure, type ServiceFailureCode } from '../../src/provider/errors.ts';

describe('a failure of the service', () => {
  it.each<[ServiceFailureCode, string, string, string]>([
    // Of a kind: what other services call theirs.
    ['account/seat-taken', 'no', 'operator', 'status'],
    ['quota/weekly', 'no', 'nobody', 'status'],
    ['rate/burst', 'no', 'operator', 'window'],
    ['in-doubt/queue-lost', 'maybe', 'service', 'never'],
  ])('%s: paid %s, %s can fix it, try again: %s', (code, paid, fixedBy, retry) => {
    expect(new ServiceFailure(code)).toMatchObject({ code, paid, fixedBy, retry });
    expect(isFailureCode(code)).toBe(true);
  });
});

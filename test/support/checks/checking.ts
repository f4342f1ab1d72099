import type { CheckTerms } from '../../../src/checks/contract.ts';
import type { ChecksSettings } from '../../../src/checks/options.ts';
import type { Clock } from '../../../src/core/time/clock.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import { imeiOf } from '../imeis.ts';

let requests = 0;

/** The settings of most tests of checks. */
export const SETTINGS: ChecksSettings = {
  cache: {
    sharedBy: 'imei',
    foundTtlMs: 600_000,
    notFoundTtlMs: 60_000,
    realm: 'test',
    isSandbox: false,
  },
  limits: { concurrent: 4, perWindow: 1_000, windowMs: 60_000 },
  callTimeoutMs: 2_000,
  requestMaxAgeMs: 86_400_000,
  allowance: { checksPerAccountPerDay: 1_000, reserve: 0 },
  keyId: 'key',
};

/** The terms of a check, by default for a person who waits at the screen. */
export function checkTerms(clock: Clock, request?: Partial<CheckTerms>): CheckTerms {
  requests += 1;
  return {
    priority: 'single',
    requestId: `test:${requests}`,
    requester: 'test:user:1',
    isAdmin: false,
    acceptedAt: clock.now(),
    signal: new AbortController().signal,
    ...request,
  };
}

/** An IMEI of a TAC that the sandbox knows, by its serial number. */
export function testImei(serial: number, tac = '49015420'): Imei {
  return imeiOf(tac, serial);
}

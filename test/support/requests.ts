import { createAccountOf } from '../../src/checks/accounts.ts';
import { WaitingRequests } from '../../src/checks/waiting-requests.ts';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import { Lifetime } from '../../src/core/lifetime.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { REQUEST_MAX_AGE_MS, Requests, type RequestsOptions } from '../../src/requests/requests.ts';
import type { Database } from '../../src/store/contract.ts';
import { SEAL } from './known.ts';
import { SILENT } from './silent-log.ts';
import { healthWith } from './store/health.ts';

type Parts = Pick<RequestsOptions, 'clock' | 'commands'> &
  Partial<RequestsOptions> & { readonly database: Database };

/**
 * Requests behind an adapter. By default everybody is allowed, nothing waits for checks, and nobody
 * hears of alerts.
 */
export function requestsBehind(adapter: Adapter, parts: Parts): Requests {
  const { database, clock, lifetime = new Lifetime(() => undefined, clock) } = parts;
  return new Requests({
    sql: database.sql,
    lifetime,
    health: healthWith({ database, lifetime, clock }),
    seal: SEAL,
    textCommand: 'imei',
    adapterOf: () => adapter,
    accountOf: createAccountOf(),
    access: { allowed: [], admins: [] },
    checks: { waitingRequests: new WaitingRequests(), drained: new Promise(() => undefined) },
    maxAgeMs: REQUEST_MAX_AGE_MS,
    raise: () => undefined,
    metrics: NO_METRICS,
    log: SILENT,
    ...parts,
  });
}

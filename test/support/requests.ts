import { createAccountOf } from '../../src/checks/accounts.ts';
import { WaitingRequests } from '../../src/checks/waiting-requests.ts';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import { Lifetime } from '../../src/core/lifetime/lifetime.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { createAccess } from '../../src/requests/access.ts';
import {
  createRequests,
  REQUEST_MAX_AGE_MS,
  type Requests,
  type RequestsOptions,
} from '../../src/requests/requests.ts';
import type { OwnedDatabase } from '../../src/store/owned-database.ts';
import type { StoreHealth } from '../../src/store/store-health.ts';
import { SEAL } from './known.ts';
import { SILENT } from './silent-log.ts';
import { healthWith } from './store/health.ts';

type Parts = Pick<RequestsOptions, 'clock' | 'commands'> &
  Partial<Omit<RequestsOptions, 'health'>> & {
    readonly database: OwnedDatabase;
    readonly health?: StoreHealth;
  };

/**
 * The requests layer behind an adapter. By default everybody is allowed, no request waits for
 * checks, and alerts go nowhere.
 */
export function requestsBehind(adapter: Adapter, parts: Parts): Requests {
  const { database, clock, lifetime = new Lifetime(() => undefined, clock) } = parts;
  const { health = healthWith({ database, lifetime, clock }) } = parts;
  return createRequests({
    sql: health.database.sql,
    lifetime,
    health,
    seal: SEAL,
    textCommand: 'imei',
    adapterOf: () => adapter,
    accountOf: createAccountOf(),
    access: createAccess({ allowed: [], admins: [] }),
    checks: { waitingRequests: new WaitingRequests(), drained: new Promise(() => undefined) },
    maxAgeMs: REQUEST_MAX_AGE_MS,
    raise: () => undefined,
    reportBug: () => undefined,
    metrics: NO_METRICS,
    log: SILENT,
    ...parts,
  });
}

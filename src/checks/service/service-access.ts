import { Limiter } from '../../limiter/limiter.ts';
import type { Installation } from '../../store/installation.ts';
import type { MetadataTable } from '../../store/schema/metadata-table.ts';
import type { SendTable } from '../../store/schema/send-table.ts';
import type { ChecksOptions } from '../options.ts';
import type { SpendingBook } from '../spending.ts';
import { SendRows } from './send-rows.ts';
import { Sends } from './sends.ts';
import { ServiceGate } from './service-gate.ts';
import { ServicePause } from './service-pause.ts';
import { StoredPause } from './stored-pause.ts';

/**
 * The access to the service: whether and when a call may go there, and what is known of it.
 *
 *     service-gate, failure-rules  whether the service may be asked
 *     service-pause, stored-pause  the time in which it may not
 *     recovery                     finds out when that ends
 *     sends, admitted-call         the turn of each call, and the call itself
 *     send-rows, send-ends         the rows of the calls, and how they ended
 */
export interface ServiceAccess {
  /** Decides when a call may go. */
  readonly limiter: Limiter;
  /** The time in which no check is sent. */
  readonly pause: ServicePause;
  /** That pause in the store. */
  readonly storedPause: StoredPause;
  /** Decides whether the service may be asked at all. */
  readonly gate: ServiceGate;
  /** Writes what was sent, and how it ended. */
  readonly rows: SendRows;
  /** Gives each call its turn: the only way to the service. */
  readonly sends: Sends;
}

interface ServiceAccessOptions extends Omit<ChecksOptions, 'accountOf'> {
  readonly installation: Pick<Installation, 'database' | 'seal'>;
  readonly metadata: MetadataTable;
  readonly sendTable: SendTable;
  readonly spending: SpendingBook;
  /** Identifies the boot of the machine. */
  readonly boot: string;
  /** Time for which the row of a send is kept. */
  readonly sendKeptMs: number;
}

/** Creates the access to the service. Each part knows only the parts before it. */
export function createServiceAccess(options: ServiceAccessOptions): ServiceAccess {
  const { installation, metadata, sendTable, spending, boot, sendKeptMs } = options;
  const { provider, settings, health, raise, metrics, lifetime, clock } = options;
  const { database, seal } = installation;
  const { cache, limits, callTimeoutMs, keyId } = settings;

  const limiter = new Limiter({ ...limits, callTimeoutMs, lifetime, clock });
  const storedPause = new StoredPause({
    metadata,
    row: `pause ${seal.hash(`service ${cache.realm}`)}`,
    keyId,
    health,
    clock,
  });
  const pause = new ServicePause({
    windowMs: limits.windowMs,
    limiter,
    stored: storedPause,
    raise,
    lifetime,
    clock,
  });
  const gate = new ServiceGate(pause);
  const rows = new SendRows({
    sendTable,
    spending,
    health,
    sql: database.sql,
    boot,
    keptMs: sendKeptMs,
    answerKeptMs: cache.foundTtlMs,
    metrics,
    clock,
  });
  const sends = new Sends({ provider, limiter, gate, rows, database, health, metrics, clock });
  return { limiter, pause, storedPause, gate, rows, sends };
}

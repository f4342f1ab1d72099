import type { RaiseAlert } from '../checks/basics.ts';
import type { Config } from '../config/config.ts';
import type { Adapter } from '../core/adapter.ts';
import { type Deferred, deferred, within } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import type { OutboundProxy } from '../core/network.ts';
import { languageOf } from '../format/words/catalogue.ts';
import type { Log } from '../ops/log/log.ts';
import { createMask } from '../ops/log/mask.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { NO_METRICS } from '../ops/metrics/no-metrics.ts';
import { createAdminAlerts } from '../requests/alerts.ts';
import type { Requests } from '../requests/requests.ts';
import { createStoreHealth, type StoreHealth } from '../store/health.ts';
import { type OpenStore, openStore } from '../store/open.ts';
import { createSettingTable } from '../store/schema/setting.ts';
import { loadTacTable, type TacTable } from '../tac/table.ts';
import { connectService, openProxy, type Service } from './service.ts';

/** What a sandbox or a client may take to close before it is left to the end of the process. */
const CLOSE_MS = 1_000;

/** What a run of the bot needs of the process. */
export interface Basics {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics;
  /** Ends the wait for another process that owns the installation. */
  readonly signal?: AbortSignal;
}

/** What later phases make and earlier ones use. Nothing here is asked for before people can be served. */
export interface Later {
  readonly served: Deferred<{ readonly adapters: readonly Adapter[]; readonly requests: Requests }>;
  /** The adapters, each of which sends an alert when it is connected. */
  readonly alerted: Deferred<readonly Pick<Adapter, 'platform' | 'notify'>[]>;
}

/** The first phase: what all others use. */
export interface Infrastructure extends Required<Omit<Basics, 'signal'>> {
  readonly tacTable: TacTable | undefined;
  readonly opened: OpenStore;
  readonly proxy: OutboundProxy | undefined;
  readonly service: Service;
  readonly raise: RaiseAlert;
  readonly health: StoreHealth;
  readonly later: Later;
}

/**
 * Waits until this process owns the installation, and opens what everything else needs.
 * @throws StoreInUse, StoreUnusable, StoreFailed, TacTableError, the reason of the signal
 */
export async function openInfrastructure({
  metrics = NO_METRICS,
  signal,
  ...basics
}: Basics): Promise<Infrastructure> {
  const { config, clock, log } = basics;
  const tacTable = await loadTable(config, log);
  const proxy = await openProxy(config, log);
  const opened = await openStore(config.storeUrl, config.cacheSecret, clock, signal);
  const service = await connectService(config, tacTable, proxy).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const later: Later = { served: deferred(), alerted: deferred() };
  const raise = createAdminAlerts({
    adapters: later.alerted.promise,
    admins: config.access.admins,
    settings: createSettingTable(opened.store.sql, clock),
    clock,
    log,
    sandbox: service.isSandbox,
    locale: languageOf(config.language),
  });
  const mask = createMask(config.secrets);
  const health = createStoreHealth({
    store: opened.store,
    clock,
    onFailing: (error) => {
      metrics.failed('store');
      log.error({ err: error }, 'The store fails: please look at the disk and STORE_URL');
      raise({ kind: 'store-failing', message: mask.text(String(error)) });
    },
    onHealed: () => raise({ kind: 'store-healed' }),
  });
  return { ...basics, metrics, tacTable, opened, proxy, service, raise, health, later };
}

/** Lets another process own the installation. */
export async function closeInfrastructure({ health, opened, service }: Infrastructure): Promise<void> {
  health.stop();
  await opened.close();
  await within({ ms: CLOSE_MS, late: () => undefined }, service.close);
}

/** The open TAC table, where one is configured. Throws `TacTableError`. */
async function loadTable({ tacTable: file }: Config, log: Log): Promise<TacTable | undefined> {
  if (file === undefined) return undefined;
  const table = await loadTacTable(file);
  log.info({ tacs: table.size, skipped: table.skipped, conflicts: table.conflicts }, 'TAC table loaded');
  return table;
}

import type { RaiseAlert } from '../checks/basics.ts';
import type { Config } from '../config/config.ts';
import type { Adapter } from '../core/adapter.ts';
import { type Deferred, deferred, within } from '../core/async/promises.ts';
import { type Clock, HOUR_MS } from '../core/clock.ts';
import type { OutboundProxy } from '../core/network.ts';
import { languageOf } from '../format/words/catalogue.ts';
import type { HttpServer } from '../ops/http/server.ts';
import type { Log } from '../ops/log/log.ts';
import { createMask } from '../ops/log/mask.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { createAdminAlerts } from '../requests/alerts.ts';
import type { Requests } from '../requests/requests.ts';
import { createStoreHealth, type StoreHealth } from '../store/health.ts';
import { type OpenStore, openStore } from '../store/open.ts';
import { createSettingTable } from '../store/schema/setting.ts';
import { loadTacTable, type TacTable } from '../tac/table.ts';
import { openMetrics } from './metrics.ts';
import { connectService, openProxy, type Service } from './service.ts';

/** What a sandbox or a client may take to close before it is left to the end of the process. */
const CLOSE_MS = 1_000;
/** How often the store is put in order. */
const KEEP_EVERY_MS = HOUR_MS;

/** What every phase of the start works with. */
export interface Basics {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/** What later phases make and earlier ones reach for. Nothing here is asked for before people can be served. */
export interface Later {
  /** Whom the bot serves: the adapters, not yet connected, and the requests that come from them. */
  readonly served: Deferred<{ readonly adapters: readonly Adapter[]; readonly requests: Requests }>;
  /** The adapters, once all of them are connected. */
  readonly connected: Deferred<readonly Adapter[]>;
}

/** The first phase: what all others use, and promises of what they will add. */
export interface Infrastructure extends Basics {
  readonly tacTable: TacTable | undefined;
  readonly opened: OpenStore;
  readonly metrics: Metrics;
  /** The way out, where the operator has a proxy. */
  readonly proxy: OutboundProxy | undefined;
  readonly service: Service;
  readonly raise: RaiseAlert;
  readonly health: StoreHealth;
  readonly later: Later;
}

/**
 * Opens what everything else needs: TAC table, store, metrics, service, alerts, and the watch over the store.
 * @throws StoreInUse, StoreUnusable, TacTableError
 */
export async function openInfrastructure(basics: Basics): Promise<Infrastructure> {
  const { config, clock, log } = basics;
  const tacTable = await loadTable(config, log);
  const opened = await openStore(config.storeUrl, config.cacheSecret, clock);
  const metrics = await openMetrics(config, log);
  const proxy = await openProxy(config, log);
  const service = await connectService(config, tacTable, proxy);
  const later: Later = { served: deferred(), connected: deferred() };
  const raise = createAdminAlerts({
    adapters: later.connected.promise,
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
    onFailing: (error, trouble) => {
      metrics.failed('store');
      log.error({ err: error, trouble }, 'The store fails: please look at the disk and STORE_URL');
      raise({ kind: 'store-failing', message: mask.text(String(error)) });
    },
    onHealed: () => raise({ kind: 'store-healed' }),
  });
  return { ...basics, tacTable, opened, metrics, proxy, service, raise, health, later };
}

/** Closes what the first phase has opened. */
export async function closeInfrastructure(
  { health, metrics, opened, service }: Infrastructure,
  http: HttpServer | undefined,
): Promise<void> {
  health.stop();
  await http?.close();
  metrics.stop();
  await opened.close();
  await within({ ms: CLOSE_MS, late: () => undefined }, service.close);
}

/** Keeps the store in order beside all other work: now, and then every hour. Returns what ends it. */
export function keepInOrder({ store }: OpenStore, log: Log): () => void {
  let ended = false;
  const keep = async (): Promise<void> => {
    try {
      await store.sweep();
    } catch (error) {
      // At the end the store is closed under it, which does no harm.
      if (!ended) log.warn({ err: error }, 'Expired rows could not be removed');
    }
  };
  void keep();
  const timer = setInterval(() => void keep(), KEEP_EVERY_MS).unref();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

/** The open TAC table, where one is configured. Throws `TacTableError`. */
async function loadTable({ tacTable: file }: Config, log: Log): Promise<TacTable | undefined> {
  if (file === undefined) return undefined;
  const table = await loadTacTable(file);
  log.info({ tacs: table.size, skipped: table.skipped, conflicts: table.conflicts }, 'TAC table loaded');
  return table;
}

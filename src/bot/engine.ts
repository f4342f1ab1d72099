import type { RaiseAlert } from '../checks/alerts.ts';
import { type Checks, createChecks } from '../checks/checks.ts';
import type { SendsHandover } from '../checks/options.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Lifetime } from '../core/lifetime.ts';
import type { OutboundProxy } from '../core/network.ts';
import { languageOf } from '../format/words/catalogue.ts';
import type { Log } from '../ops/log/log.ts';
import { createMask } from '../ops/log/mask.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { AdminAlerts, type Notifier } from '../requests/alerts.ts';
import type { OpenRequest } from '../requests/open-request.ts';
import type { StoreNews } from '../requests/store-news.ts';
import { StoreHealth } from '../store/health.ts';
import { type Installation, openStore } from '../store/open.ts';
import { MetadataTable } from '../store/schema/metadata.ts';
import type { TacTable } from '../tac/table.ts';
import { checksOptionsOf } from './checks.ts';
import { connectService } from './service.ts';

/** What a run hands over to the next one of the same process, because its store may not have it. */
export interface Handover {
  readonly requests: readonly OpenRequest[];
  readonly sends: SendsHandover;
}

interface EngineOptions {
  readonly config: Config;
  readonly tacTable: TacTable | undefined;
  readonly proxy: OutboundProxy | undefined;
  /** Who can send alerts, once they begin to connect. */
  readonly notifiers: Promise<readonly Notifier[]>;
  readonly storeNews: StoreNews;
  readonly metrics: Metrics;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends the wait for another process that owns the installation. */
  readonly signal?: AbortSignal | undefined;
  /** What the last run of this process handed over. */
  readonly handover?: Handover | undefined;
}

/**
 * What a run stands on: the store, which it owns, and the checks between the store and the service.
 */
export interface Engine {
  readonly installation: Installation;
  readonly metadata: MetadataTable;
  readonly health: StoreHealth;
  readonly checks: Checks;
  readonly raise: RaiseAlert;
  readonly isSandbox: boolean;
}

/**
 * Waits until this process owns the installation, and connects it with the service. All of it is
 * closed at the end of the lifetime.
 * @throws StoreInUse, StoreUnusable, StoreFailed, the reason of the signal
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { config, tacTable, proxy, metrics, lifetime, clock, log, signal, handover } = options;
  const installation = await openStore({
    url: config.storeUrl,
    secret: config.cacheSecret,
    clock,
    signal,
  });
  lifetime.onClose('store', installation.close);
  const service = await connectService(config, tacTable, proxy);
  lifetime.onClose('service', service.close);
  const { isSandbox } = service;
  const metadata = new MetadataTable(installation.store.sql, clock);
  const health = watchStore(options, installation, (alert) => alerts.raise(alert));
  const alerts = createAlerts(options, { metadata, health, isSandbox });
  const { raise } = alerts;
  const checks = await createChecks(installation, {
    ...checksOptionsOf(config, service, installation.seal),
    health,
    raise,
    metrics,
    lifetime,
    clock,
    handover: handover?.sends,
  });
  if (checks.hasUnknownWindow) {
    const { windowMs: waitMs } = service.provider.limits;
    log.warn(
      { waitMs },
      'The store does not have the latest sends: the first check waits for a window',
    );
  }
  return { installation, metadata, health, checks, raise, isSandbox };
}

function createAlerts(
  options: EngineOptions,
  { metadata, health, isSandbox }: Pick<Engine, 'metadata' | 'health' | 'isSandbox'>,
): AdminAlerts {
  const { config, notifiers, storeNews, clock, log } = options;
  const { admins } = config.access;
  const locale = languageOf(config.language);
  return new AdminAlerts({
    notifiers,
    admins,
    locale,
    isSandbox,
    metadata,
    health,
    storeNews,
    clock,
    log,
  });
}

function watchStore(
  options: EngineOptions,
  { store }: Installation,
  raise: RaiseAlert,
): StoreHealth {
  const { config, metrics, lifetime, clock, log } = options;
  const onFailing = (error: unknown): void => {
    metrics.failed('store');
    log.error({ err: error }, 'The store fails: please look at the disk and STORE_URL');
    raise({ kind: 'store-failing', message: createMask(config.secrets).text(String(error)) });
  };
  const onHealed = (): void => raise({ kind: 'store-healed' });
  return new StoreHealth({
    sql: store.sql,
    keyv: store.keyv,
    lifetime,
    clock,
    onFailing,
    onHealed,
  });
}

import { type AccountOf, createAccountOf } from '../checks/accounts.ts';
import type { RaiseAlert } from '../checks/alerts.ts';
import { type Checks, createChecks } from '../checks/checks.ts';
import type { Lifetime } from '../core/lifetime/lifetime.ts';
import { languageOf } from '../format/texts/text-catalogue.ts';
import { maskSecrets } from '../ops/log/mask.ts';
import { type Installation, openInstallation } from '../store/installation.ts';
import { MetadataTable } from '../store/schema/metadata-table.ts';
import type { StoreHealth } from '../store/store-health.ts';
import { StoredNotes } from './alerts/alert-notes.ts';
import { AdminAlerts, type Notifier } from './alerts/alerts.ts';
import { StoreNews } from './alerts/store-news.ts';
import { checksOptionsOf } from './checks-options.ts';
import type { RunOptions } from './options.ts';
import { connectService } from './service.ts';
import { watchInstallation } from './watch-installation.ts';

/** Store and checks of a run; this process owns the store. */
export interface Engine {
  readonly installation: Installation;
  readonly metadata: MetadataTable;
  readonly health: StoreHealth;
  readonly checks: Checks;
  readonly accountOf: AccountOf;
  readonly raise: RaiseAlert;
  readonly isSandbox: boolean;
}

/**
 * Waits until this process owns the installation, and connects it with the service. All of it is
 * closed at the end of the lifetime.
 * @param notifiers who sends alerts, once the platforms begin to connect
 * @throws StoreInUse, StoreUnusable, StoreFailed, or the reason of the signal
 */
export async function startEngine(
  options: RunOptions,
  lifetime: Lifetime,
  notifiers: Promise<readonly Notifier[]>,
): Promise<Engine> {
  const { config, tacTable, proxy, clock, log, metrics, signal, handover } = options;
  const opened = await openInstallation({
    url: config.storeUrl,
    secret: config.cacheSecret,
    clock,
    signal,
  });
  lifetime.onClose('store', () => opened.database.close());
  const service = await connectService(config, tacTable, proxy);
  lifetime.onClose('service', service.close);
  const { isSandbox } = service;
  // The health of the store raises alerts, and alerts need it. Nothing is raised before both exist.
  const raise: RaiseAlert = (alert) => alerts.raise(alert);
  const { installation, health } = watchInstallation(opened, {
    ...storeReports(options, raise),
    lifetime,
    clock,
  });
  const metadata = new MetadataTable(installation.database.sql, clock);
  const { provider, settings } = checksOptionsOf(config, service, installation.seal);
  const alerts = new AdminAlerts({
    notifiers,
    admins: config.access.admins,
    locale: languageOf(config.language),
    isSandbox,
    notes: new StoredNotes({ metadata, keyId: settings.keyId, health, log }),
    storeNews: options.storeNews ?? new StoreNews(clock),
    clock,
    log,
  });
  const accountOf = createAccountOf(config.access.allowed);
  const checks = await createChecks(installation, {
    provider,
    settings,
    accountOf,
    health,
    raise,
    metrics,
    lifetime,
    clock,
    handover: handover?.sends,
  });
  if (checks.hasUnknownWindow) {
    const { windowMs: waitMs } = config.limits;
    log.warn(
      { waitMs },
      'The store does not have the latest sends: the first check waits for a window',
    );
  }
  return { installation, metadata, health, checks, accountOf, raise, isSandbox };
}

/** Reports when the store begins to fail, and when it works again. */
function storeReports({ log, metrics }: RunOptions, raise: RaiseAlert) {
  return {
    onFailing: (error: unknown): void => {
      metrics.storeFailed();
      log.error({ err: error }, 'The store fails: please look at the disk and STORE_URL');
      raise({ kind: 'store-failing', message: maskSecrets(String(error)) });
    },
    onHealed: (): void => raise({ kind: 'store-healed' }),
  };
}

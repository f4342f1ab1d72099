import { checksOptionsOf } from '../../bot/checks-options.ts';
import { connectService } from '../../bot/service.ts';
import { openProxy } from '../../bot/settings.ts';
import { watchInstallation } from '../../bot/watch-installation.ts';
import { createAccountOf } from '../../checks/accounts.ts';
import { createChecks } from '../../checks/checks.ts';
import type { Config } from '../../config/config.ts';
import { Lifetime } from '../../core/lifetime/lifetime.ts';
import type { Clock } from '../../core/time/clock.ts';
import { NO_METRICS } from '../../ops/metrics/no-metrics.ts';
import type { KeyStatus } from '../../provider/device.ts';
import { openInstallation } from '../../store/installation.ts';
import { storePathOf } from '../../store/store-kinds.ts';
import { keepingOwner } from '../store-files.ts';

interface AskOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The store was never used: nothing was sent, so this need not wait. */
  readonly isNew?: boolean;
}

/**
 * Asks for the status of the key within the bot's limit, on the bot's store, which no other process
 * may own meanwhile. The call is stored there, and the files stay those of the bot's user. If the
 * store does not have the latest sends, this waits for a window.
 * @throws ServiceFailure, the reason of the signal, or what opening the store throws
 */
export function askForKey(options: AskOptions): Promise<KeyStatus> {
  return keepingOwner(storePathOf(options.config.storeUrl), () => askOnStore(options));
}

async function askOnStore(options: AskOptions): Promise<KeyStatus> {
  const { config, clock, signal, isNew = false } = options;
  // Alerts are not needed: the operator waits for this call, and sees its error.
  const nothing = (): void => undefined;
  const lifetime = new Lifetime(nothing, clock);
  try {
    const service = await connectService(config, undefined, await openProxy(config));
    lifetime.onClose('service', service.close);
    const opened = await openInstallation({
      url: config.storeUrl,
      secret: config.cacheSecret,
      clock,
    });
    lifetime.onClose('store', () => opened.database.close());
    const { installation, health } = watchInstallation(opened, {
      lifetime,
      clock,
      onFailing: nothing,
      onHealed: nothing,
    });
    const checks = await createChecks(installation, {
      ...checksOptionsOf(config, service, installation.seal),
      accountOf: createAccountOf(),
      lifetime,
      clock,
      health,
      isNew,
      metrics: NO_METRICS,
      raise: nothing,
    });
    const { status } = await checks.keyMonitor.status({ maxAgeMs: 0, signal });
    return status;
  } finally {
    await lifetime.end(Number.POSITIVE_INFINITY);
  }
}

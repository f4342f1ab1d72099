import { checksOptionsOf } from '../../bot/checks-options.ts';
import { connectService } from '../../bot/service.ts';
import { openProxy } from '../../bot/settings.ts';
import { createAccountOf } from '../../checks/accounts.ts';
import { createChecks } from '../../checks/checks.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { Lifetime } from '../../core/lifetime.ts';
import { NO_METRICS } from '../../ops/metrics/no-metrics.ts';
import type { KeyStatus } from '../../provider/device.ts';
import { StoreHealth } from '../../store/health.ts';
import { openInstallation } from '../../store/open.ts';

export interface ProbeOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The store was never used: nothing was sent, so the probe need not wait. */
  readonly isNew?: boolean;
}

/**
 * Asks for the status of the key within the bot's limit, on the bot's store, which no other process
 * may own meanwhile. If the store does not have the latest sends, this waits for a window.
 * @throws ServiceFailure, the reason of the signal, and what opening the store throws
 */
export async function probeKey(options: ProbeOptions): Promise<KeyStatus> {
  const { config, clock, signal, isNew = false } = options;
  // The tool reports what it waits for; the rest is of a run that nobody has.
  const nothing = (): void => undefined;
  const lifetime = new Lifetime(nothing, clock);
  try {
    const service = await connectService(config, undefined, await openProxy(config));
    lifetime.onClose('service', service.close);
    const installation = await openInstallation({
      url: config.storeUrl,
      secret: config.cacheSecret,
      clock,
    });
    lifetime.onClose('store', () => installation.database.close());
    const health = new StoreHealth({
      database: installation.database,
      lifetime,
      clock,
      onFailing: nothing,
      onHealed: nothing,
    });
    const checks = await createChecks(
      { ...installation, database: health.database },
      {
        ...checksOptionsOf(config, service, installation.seal),
        accountOf: createAccountOf(),
        lifetime,
        clock,
        health,
        isNew,
        metrics: NO_METRICS,
        raise: nothing,
      },
    );
    const { status } = await checks.service.keyMonitor.status({ maxAgeMs: 0, signal });
    return status;
  } finally {
    await lifetime.end(Number.POSITIVE_INFINITY);
  }
}

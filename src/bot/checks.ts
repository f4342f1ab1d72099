import { type Checks, createChecks } from '../checks/checks.ts';
import type { ChecksNeeds } from '../checks/contract.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { createLog, type Log } from '../ops/log/log.ts';
import { NO_METRICS } from '../ops/metrics/no-metrics.ts';
import type { KeyStatus } from '../provider/device.ts';
import { REQUEST_MAX_AGE_MS } from '../requests/requests.ts';
import { createStoreHealth } from '../store/health.ts';
import { type OpenStore, openStore } from '../store/open.ts';
import { connectService, openProxy, PROVIDERS, type Service } from './service.ts';

/** Opens the checks of a service on the store of this process. */
export async function openChecks(
  config: Config,
  service: Service,
  opened: OpenStore,
  needs: Pick<ChecksNeeds, 'clock' | 'health' | 'isNew' | 'observer' | 'raise'> & { readonly log: Log },
): Promise<Checks> {
  const { provider, realm, isSandbox } = service;
  const checks = await createChecks({
    ...{ ...opened, ...needs, provider, readers: PROVIDERS },
    settings: {
      requestTimeoutMs: config.lookupTimeoutMs,
      requestMaxAgeMs: REQUEST_MAX_AGE_MS,
      allowance: config.allowance,
      cache: { ...config.cache, realm, sandbox: isSandbox },
      account: opened.seal.hash(`account ${realm} ${config.service?.apiKey ?? ''}`),
    },
  });
  const { windowMs: waitMs } = provider.limits;
  if (checks.hasUnknownWindow)
    needs.log.warn(
      { waitMs },
      'The store does not have the latest sends: the first check waits for a window',
    );
  return checks;
}

/**
 * Asks for the status of the key within the bot's limit, on the bot's store, which no other process may own meanwhile. If the
 * store does not have the latest sends, this waits for a window.
 * @param isNew the store was never used: nothing was sent, so there is no wait
 * @throws ServiceFailure, the reason of the signal, and what opening the store throws
 */
export async function probeKey(
  config: Config,
  clock: Clock,
  signal: AbortSignal,
  isNew = false,
): Promise<KeyStatus> {
  const log = createLog({ level: 'silent', secrets: [], readable: false });
  const nothing = (): void => undefined;
  const service = await connectService(config, undefined, await openProxy(config));
  const opened = await openStore(config.storeUrl, config.cacheSecret, clock);
  try {
    const health = createStoreHealth({ ...opened, clock, onFailing: nothing, onHealed: nothing });
    const needs = { clock, log, health, isNew, observer: NO_METRICS, raise: nothing };
    const checks = await openChecks(config, service, opened, needs);
    const { status } = await checks.key.status({ maxAgeMs: 0, signal }).finally(async () => {
      await checks.drain();
      checks.stop();
      health.stop();
    });
    return status;
  } finally {
    await opened.close();
  }
}

import type { Checks } from '../checks/checks.ts';
import { endOfDay, quotaTrend } from '../checks/trend.ts';
import type { Adapter } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { Requests } from '../requests/requests.ts';

/** Has the gauges computed whenever the metrics are read. */
export function observeAll(
  metrics: Metrics,
  checks: Checks,
  requests: Requests,
  adapters: readonly Adapter[],
  clock: Clock,
): void {
  const { limiter, key } = checks;
  /** As `/quota` forecasts it; undefined while there is no forecast. */
  const forecast = async () => {
    const { outlook } = quotaTrend(await checks.past(), key.latest(), clock.now());
    return typeof outlook === 'string' ? undefined : outlook;
  };
  metrics.observe({
    queueLength: () => limiter.usage().waiting,
    inFlight: () => limiter.usage().inFlight,
    windowUsed: () => limiter.usage().windowUsed,
    windowLimit: () => limiter.usage().windowLimit,
    breakerOpen: () => checks.paused() !== undefined,
    checksLeft: () => key.latest()?.status.checksLeft ?? {},
    keyExpiry: () => inSeconds(endOfDay(key.latest()?.status.expirationDate)),
    runOut: async () => inSeconds((await forecast())?.usedUpAt),
    renewal: async () => inSeconds((await forecast())?.horizonAt),
    openRequests: requests.openCount,
    adapterConnected: () => Object.fromEntries(adapters.map((one) => [one.platform, one.connected()])),
  });
}

function inSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}

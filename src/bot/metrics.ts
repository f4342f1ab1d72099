import { PLATFORMS } from '../adapters/platforms.ts';
import type { CheckObserver } from '../checks/basics.ts';
import type { Checks } from '../checks/checks.ts';
import { quotaTrend } from '../checks/trend.ts';
import type { Config } from '../config/config.ts';
import type { Adapter } from '../core/adapter.ts';
import { type Clock, DAY_MS } from '../core/clock.ts';
import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { NO_METRICS } from '../ops/metrics/no-metrics.ts';
import { readVersion } from '../ops/version.ts';
import type { Requests } from '../requests/requests.ts';

/** What counts, where there is an HTTP server over which it can be read. */
export async function openMetrics({ http }: Config, log: Log): Promise<Metrics> {
  if (http === undefined) return NO_METRICS;
  // Loaded only where somebody watches.
  const { createMetrics } = await import('../ops/metrics/metrics.ts');
  const platforms = [...PLATFORMS.map(({ name }) => name), 'console'];
  return createMetrics({ log, platforms, version: readVersion() });
}

/** The checks' observer that also knows what a check costs. */
export function priced(metrics: Metrics, pricePerCheck: number | undefined): CheckObserver {
  if (pricePerCheck === undefined) return metrics;
  return {
    ...metrics,
    spent: (checks) => metrics.spent(checks, checks * pricePerCheck),
    saved: (checks) => metrics.saved(checks, checks * pricePerCheck),
  };
}

/** Has the gauges computed whenever the metrics are read. */
export function observeAll(
  metrics: Metrics,
  {
    checks,
    requests,
    adapters,
    clock,
  }: {
    readonly checks: Checks;
    readonly requests: Pick<Requests, 'openCount'>;
    readonly adapters: readonly Adapter[];
    readonly clock: Clock;
  },
): void {
  const { limiter, keyStatus } = checks;
  metrics.observe({
    queueLength: () => limiter.usage().waiting,
    inFlight: () => limiter.usage().inFlight,
    windowUsed: () => limiter.usage().windowUsed,
    windowLimit: () => limiter.usage().windowLimit,
    breakerOpen: () => checks.paused() !== undefined,
    checksLeft: () => numbersOf(keyStatus.latest()?.status.checksLeft ?? {}),
    keyExpiry: () => endOfDay(keyStatus.latest()?.status.expirationDate),
    runOut: async () => inSeconds((await lookAhead(checks, clock))?.runOutAt),
    renewal: async () => inSeconds((await lookAhead(checks, clock))?.renewalAt),
    openRequests: requests.openCount,
    adapterConnected: () => Object.fromEntries(adapters.map((one) => [one.platform, one.connected()])),
  });
}

/** The end of a day (YYYY-MM-DD, UTC), in seconds since 1970. */
function endOfDay(date: string | undefined): number | undefined {
  const start = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(start) ? undefined : inSeconds(start + DAY_MS);
}

function inSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}

function numbersOf(
  left: Readonly<Record<string, number | string>>,
): Readonly<Record<string, number | undefined>> {
  return Object.fromEntries(
    Object.entries(left).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

/** When the checks of the month end, in milliseconds since 1970. */
interface Outlook {
  /** At the pace of the last days, were they not renewed before. */
  readonly runOutAt: number;
  /** The end of the month or of the key. */
  readonly renewalAt: number;
}

/** Looks ahead as `/quota` does. Resolves with undefined while nothing can be foretold. */
export async function lookAhead(
  { past, keyStatus }: Pick<Checks, 'past' | 'keyStatus'>,
  clock: Clock,
): Promise<Outlook | undefined> {
  const { outlook } = quotaTrend(await past(), keyStatus.latest(), clock.now());
  if (typeof outlook === 'string') return undefined;
  const { from, perDay, horizonAt } = outlook;
  return { runOutAt: from.at + (from.left / perDay) * DAY_MS, renewalAt: horizonAt };
}

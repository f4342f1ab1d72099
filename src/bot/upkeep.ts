import type { Checks } from '../checks/checks.ts';
import { endOfDay, quotaTrend } from '../checks/trend.ts';
import type { Adapter } from '../core/adapter.ts';
import { type Clock, HOUR_MS } from '../core/clock.ts';
import type { ReadyPart } from '../ops/http/app.ts';
import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { Requests } from '../requests/requests.ts';
import type { Store } from '../store/contract.ts';

const CLOCK_LOOK_MS = 1_000;
/** After a larger step back, libraries with timers by the time of day would wait too long. */
const FAR_BACK_MS = 2_000;

/** Removes expired rows now and every hour. */
export function sweepEveryHour(store: Store, log: Log, signal: AbortSignal): void {
  const sweep = (): void =>
    void store.sweep().catch((error: unknown) => {
      // The end of a run closes the store, which is no problem here.
      if (!signal.aborted) log.warn({ err: error }, 'Expired rows could not be removed');
    });
  sweep();
  const timer = setInterval(sweep, HOUR_MS).unref();
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Resolves when the time of day was set back so far that libraries need fresh objects. */
export async function clockSetBack(clock: Clock, signal: AbortSignal): Promise<Error> {
  for (;;) {
    const before = clock.now() - clock.elapsed();
    await clock.sleep(CLOCK_LOOK_MS, signal, { ref: false });
    const stepMs = clock.now() - clock.elapsed() - before;
    if (stepMs < -FAR_BACK_MS)
      return new Error(`the clock was set back by ${Math.round(-stepMs / 1_000)} s`);
  }
}

/** The bot is ready if one platform works. */
export function partsOf(
  storeFails: boolean,
  adapters: readonly Adapter[],
  lost: ReadonlySet<string>,
): readonly ReadyPart[] {
  const isSpare = adapters.some((one) => one.connected());
  return [
    {
      name: 'store',
      ok: !storeFails,
      problem: 'Nothing can be written: look at the disk and STORE_URL.',
    },
    ...adapters.map(({ platform: name, connected }) => {
      const problem = lost.has(name)
        ? 'Refuses the bot: the log says why.'
        : 'Not connected just now.';
      return { name, ok: connected(), problem, isSpare };
    }),
  ];
}

/** Adds the gauges, which are computed whenever the metrics are read. */
export function registerGauges(
  metrics: Metrics,
  checks: Checks,
  requests: Requests,
  adapters: readonly Adapter[],
  clock: Clock,
): void {
  const { limiter, key } = checks;
  /** The forecast of `/quota`, in seconds; undefined if there is none. */
  const forecast = async (moment: 'usedUpAt' | 'horizonAt') => {
    const { outlook } = quotaTrend(await checks.past(), key.latest(), clock.now());
    return typeof outlook === 'string' ? undefined : inSeconds(outlook[moment]);
  };
  metrics.observe({
    queueLength: () => limiter.usage().waiting,
    inFlight: () => limiter.usage().inFlight,
    windowUsed: () => limiter.usage().windowUsed,
    windowLimit: () => limiter.usage().windowLimit,
    breakerOpen: () => checks.paused() !== undefined,
    checksLeft: () => key.latest()?.status.checksLeft ?? {},
    keyExpiry: () => inSeconds(endOfDay(key.latest()?.status.expirationDate)),
    runOut: () => forecast('usedUpAt'),
    renewal: () => forecast('horizonAt'),
    openRequests: requests.openCount,
    adapterConnected: () =>
      Object.fromEntries(adapters.map((one) => [one.platform, one.connected()])),
  });
}

function inSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}

import type { Checks } from '../checks/checks.ts';
import { quotaOutlook } from '../checks/key/trend.ts';
import type { Config } from '../config/config.ts';
import type { Adapter } from '../core/adapter/adapter.ts';
import type { Clock } from '../core/time/clock.ts';
import { endOfDay } from '../core/time/days.ts';
import type { ReadyPart } from '../ops/http/http-app.ts';
import type { GaugeReaders } from '../ops/metrics/gauges.ts';
import { VERSION } from '../ops/version.ts';
import { KIND_OF_CODE } from '../provider/service-failure.ts';
import type { Requests } from '../requests/requests.ts';
import { shownUrl } from '../store/store-kinds.ts';
import type { TacTable } from '../tac/table.ts';
import type { Engine } from './engine.ts';
import type { Platforms } from './platforms.ts';

/** Parts that have to work for `/readyz`. */
export function readyParts({ health }: Engine, platforms: Platforms): readonly ReadyPart[] {
  const problem = 'The store cannot be read or written: look at the disk and STORE_URL.';
  return [{ name: 'store', ok: !health.isFailing(), problem }, ...platforms.ready()];
}

/** Describes a run that has begun, for the log. */
export function describeRun(
  { service, storeUrl, limits, http }: Config,
  { adapters }: Platforms,
  tacTable?: TacTable,
) {
  return {
    version: VERSION,
    node: process.version,
    service: service === undefined ? 'sandbox' : new URL(service.baseUrl).host,
    store: shownUrl(storeUrl),
    limits,
    platforms: adapters.map(({ platform }) => platform),
    tacs: tacTable?.size,
    http: http && `${http.host}:${http.port}`,
  };
}

interface GaugeOptions {
  readonly checks: Pick<Checks, 'service' | 'keyMonitor'>;
  readonly requests: Pick<Requests, 'countOpen'>;
  readonly adapters: readonly Adapter[];
  readonly clock: Clock;
}

/** Reads the values of a run whenever the metrics are read. `ready` is read of the process. */
export function createGaugeReaders({
  checks,
  requests,
  adapters,
  clock,
}: GaugeOptions): Omit<GaugeReaders, 'ready'> {
  const { service, keyMonitor } = checks;
  const { limiter, gate } = service;
  /** The forecast of `/quota`, in seconds; undefined if there is none. */
  const forecast = async (moment: 'usedUpAt' | 'horizonAt') => {
    const outlook = quotaOutlook(await keyMonitor.samples(), keyMonitor.latest(), clock.now());
    return typeof outlook === 'string' ? undefined : inSeconds(outlook[moment]);
  };
  return {
    queueLength: () => limiter.usage().waiting,
    inFlight: () => limiter.usage().inFlight,
    windowUsed: () => limiter.usage().windowUsed,
    windowLimit: () => limiter.usage().windowLimit,
    servicePaused: () => pausedBy(gate.pauseReason()?.code),
    checksLeft: () => keyMonitor.latest()?.status.checksLeft ?? {},
    keyExpiry: () => inSeconds(endOfDay(keyMonitor.latest()?.status.expirationDate)),
    runOut: () => forecast('usedUpAt'),
    renewal: () => forecast('horizonAt'),
    openRequests: () => requests.countOpen(),
    adapterConnected: () =>
      Object.fromEntries(adapters.map((adapter) => [adapter.platform, adapter.isConnected()])),
  };
}

/** Each listed reason for a pause, and the present one if it is not listed: whether it is that. */
function pausedBy(present: string | undefined): Readonly<Record<string, boolean>> {
  const codes = Object.keys(KIND_OF_CODE);
  const named = present === undefined || codes.includes(present) ? codes : [...codes, present];
  return Object.fromEntries(named.map((code) => [code, code === present]));
}

function inSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}

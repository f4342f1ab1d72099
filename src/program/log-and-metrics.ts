import { PLATFORM as CONSOLE } from '../adapters/console/principals.ts';
import { PLATFORMS } from '../adapters/platforms.ts';
import type { Config } from '../config/config.ts';
import { createLog, type Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { NO_METRICS } from '../ops/metrics/no-metrics.ts';
import { VERSION } from '../ops/version.ts';
import { KIND_OF_CODE } from '../provider/service-failure.ts';

/** The log counts its errors in the metrics, which log their own errors. */
export async function openLogAndMetrics(
  config: Config,
  servesConsole: boolean,
): Promise<{ readonly log: Log; readonly metrics: Metrics }> {
  const { logLevel } = config;
  const isReadable = process.stderr.isTTY === true;
  // The replies say all that a person at a terminal needs.
  const isQuiet = servesConsole && isReadable && logLevel === 'info';
  let metrics = NO_METRICS;
  const log = createLog({
    level: isQuiet ? 'error' : logLevel,
    isReadable,
    onError: () => metrics.errorLogged(),
  });
  metrics = await openMetrics(config, log);
  return { log, metrics };
}

/** Counts nothing unless HTTP_PORT is set, since nobody could read the metrics. */
async function openMetrics({ http, pricePerCheck }: Config, log: Log): Promise<Metrics> {
  if (http === undefined) return NO_METRICS;
  const { PrometheusMetrics } = await import('../ops/metrics/prometheus-metrics.ts');
  const platforms = [...PLATFORMS.map(({ name }) => name), CONSOLE];
  return new PrometheusMetrics({
    platforms,
    failureCodes: Object.keys(KIND_OF_CODE),
    pricePerCheck,
    version: VERSION,
    log,
  });
}

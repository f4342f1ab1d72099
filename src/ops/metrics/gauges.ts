import { Gauge, type Registry } from 'prom-client';
import { listedValue, type MetricLabel, PREFIX } from './series.ts';

/** The periods in which the service counts checks. */
const PERIOD: MetricLabel = { name: 'period', values: ['hour', 'day', 'month'] };

/** The value of a gauge. It is left out if it is unknown or not a number, such as `No limit`. */
type GaugeValue = number | boolean | string | undefined;
/** For a gauge with a label: an object by the values of the label. */
type GaugeReading = GaugeValue | Readonly<Record<string, GaugeValue>>;

/**
 * Each gauge by the name of its reading, with its own name, its help, and its label if it has one.
 */
const GAUGES = {
  ready: ['ready', '1 while this process serves people, as at /readyz, otherwise 0.'],
  queueLength: ['queue_length', 'Checks waiting to be sent to the service.'],
  inFlight: ['requests_in_flight', 'Requests on their way to the service.'],
  windowUsed: [
    'limiter_window_used_requests',
    'Requests of the current window that the limiter let through.',
  ],
  windowLimit: [
    'limiter_window_limit_requests',
    'Requests that the limiter lets through in one window.',
  ],
  servicePaused: [
    'service_paused',
    '1 while nothing is sent to the service for this reason, otherwise 0.',
    'code',
  ],
  checksLeft: [
    'checks_left',
    'Checks the API key has left, as the service last said, by period.',
    'period',
  ],
  keyExpiry: [
    'key_expiry_timestamp_seconds',
    'When the API key expires: the end of its last day (UTC).',
  ],
  runOut: [
    'checks_run_out_timestamp_seconds',
    'When the checks of the month are used up at the pace of the last 7 days, were they not renewed.',
  ],
  renewal: [
    'checks_renewal_timestamp_seconds',
    'When the count of the month starts again or the key expires, whichever comes first.',
  ],
  openRequests: ['open_requests', 'Requests of people that are being answered.'],
  adapterConnected: [
    'adapter_connected',
    '1 while the bot is connected to the platform, otherwise 0.',
    'platform',
  ],
} as const satisfies Readonly<
  Record<string, readonly [name: string, help: string, label?: string]>
>;

/**
 * Functions that return the current state, called each time the metrics are read. Times are in
 * seconds since 1970.
 */
export type GaugeReaders = {
  readonly [Name in keyof typeof GAUGES]: () => GaugeReading | Promise<GaugeReading>;
};

/**
 * Adds the gauges. `read` must not reject.
 * @param labels `platform` and `code`, with values that only the caller knows
 */
export function addGauges(
  registry: Registry,
  labels: readonly MetricLabel[],
  read: (name: keyof GaugeReaders) => Promise<GaugeReading>,
): void {
  for (const [reading, [name, help, labelName]] of Object.entries(GAUGES)) {
    const label = [...labels, PERIOD].find((listedLabel) => listedLabel.name === labelName);
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames: label ? [label.name] : [],
      registers: [registry],
      async collect() {
        const found = await read(reading as keyof GaugeReaders);
        this.reset();
        if (label === undefined) this.remove();
        for (const [key, value] of seriesOf(found, label)) this.set(key, Number(value));
      },
    });
  }
}

function seriesOf(
  found: GaugeReading,
  label: MetricLabel | undefined,
): [labels: Record<string, string>, value: GaugeValue][] {
  const values = typeof found === 'object' ? Object.entries(found) : [['', found] as const];
  return values
    .filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    .map(([key, value]) => [label ? { [label.name]: listedValue(label, key) } : {}, value]);
}

import { Gauge, type Registry } from 'prom-client';
import { listedValue, type MetricLabel, PREFIX } from './series.ts';

/** The periods in which the service counts checks. */
const PERIOD: MetricLabel = { name: 'period', values: ['hour', 'day', 'month'] };

/** The value of a gauge. It is left out if it is unknown or not a number, such as `No limit`. */
type GaugeValue = number | boolean | string | undefined;
/** For a gauge with a label: an object by the values of the label. */
type GaugeReading = GaugeValue | Readonly<Record<string, GaugeValue>>;

interface GaugeDefinition {
  /** Without the prefix of all metrics. */
  readonly name: string;
  readonly help: string;
  readonly label?: 'code' | 'period' | 'platform';
}

/** Each gauge by the name of its reading. */
const GAUGES = {
  ready: {
    name: 'ready',
    help: '1 while this process serves people, as at /readyz, otherwise 0.',
  },
  queueLength: {
    name: 'queue_length',
    help: 'Checks waiting to be sent to the service.',
  },
  inFlight: {
    name: 'requests_in_flight',
    help: 'Requests on their way to the service.',
  },
  windowUsed: {
    name: 'limiter_window_used_requests',
    help: 'Requests of the current window that the limiter let through.',
  },
  windowLimit: {
    name: 'limiter_window_limit_requests',
    help: 'Requests that the limiter lets through in one window.',
  },
  servicePaused: {
    name: 'service_paused',
    help: '1 while nothing is sent to the service for this reason, otherwise 0.',
    label: 'code',
  },
  checksLeft: {
    name: 'checks_left',
    help: 'Checks the API key has left, as the service last said, by period.',
    label: 'period',
  },
  keyExpiry: {
    name: 'key_expiry_timestamp_seconds',
    help: 'When the API key expires: the end of its last day (UTC).',
  },
  runOut: {
    name: 'checks_run_out_timestamp_seconds',
    help: 'When the checks of the month are used up at the pace of the last 7 days, were they not renewed.',
  },
  renewal: {
    name: 'checks_renewal_timestamp_seconds',
    help: 'When the count of the month starts again or the key expires, whichever comes first.',
  },
  openRequests: {
    name: 'open_requests',
    help: 'Requests of people that are being answered.',
  },
  adapterConnected: {
    name: 'adapter_connected',
    help: '1 while the bot is connected to the platform, otherwise 0.',
    label: 'platform',
  },
} as const satisfies Readonly<Record<string, GaugeDefinition>>;

type GaugeName = keyof typeof GAUGES;

/**
 * Functions that return the current state, called each time the metrics are read. Times are in
 * seconds since 1970.
 */
export type GaugeReaders = {
  readonly [Name in GaugeName]: () => GaugeReading | Promise<GaugeReading>;
};

/**
 * Adds the gauges. `read` must not reject.
 * @param labels `platform` and `code`, with values that only the caller knows
 */
export function addGauges(
  registry: Registry,
  labels: readonly MetricLabel[],
  read: (name: GaugeName) => Promise<GaugeReading>,
): void {
  const gauges: readonly [string, GaugeDefinition][] = Object.entries(GAUGES);
  for (const [reading, { name, help, label: labelName }] of gauges) {
    const label = [...labels, PERIOD].find((listedLabel) => listedLabel.name === labelName);
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames: label ? [label.name] : [],
      registers: [registry],
      async collect() {
        const found = await read(reading as GaugeName);
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

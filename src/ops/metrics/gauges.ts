import { Gauge, type Registry } from 'prom-client';
import { type Label, listed, PERIODS, PREFIX } from './labels.ts';

/** Left out if it is undefined or no figure, such as `No limit`. */
type Value = number | string | boolean | undefined;
type Read<T> = () => T | Promise<T>;

/** Functions that return the current state, called each time the metrics are read. */
export interface Readings {
  /** Checks in the queue. */
  readonly queueLength: Read<number | undefined>;
  /** Requests sent to the service and not yet answered. */
  readonly inFlight: Read<number | undefined>;
  /** Slots of the window in use. */
  readonly windowUsed: Read<number | undefined>;
  /** Slots of the window in all. */
  readonly windowLimit: Read<number | undefined>;
  /** Whether the breaker stops requests to the service. */
  readonly breakerOpen: Read<boolean | undefined>;
  /** Remaining checks by period: hour, day, month. */
  readonly checksLeft: Read<Readonly<Record<string, Value>>>;
  /** When the key expires, in seconds since 1970. */
  readonly keyExpiry: Read<number | undefined>;
  /** When the checks of the month are used up at the pace of the last days, in seconds since 1970. */
  readonly runOut: Read<number | undefined>;
  /** When the month's count starts again or the key expires, whichever comes first, in seconds since 1970. */
  readonly renewal: Read<number | undefined>;
  /** Requests of people that are being answered. */
  readonly openRequests: Read<number | undefined>;
  /** Whether each platform's adapter is connected. */
  readonly adapterConnected: Read<Readonly<Record<string, boolean | undefined>>>;
}

export interface GaugeOf {
  readonly reading: keyof Readings;
  readonly name: string;
  readonly help: string;
  readonly label?: Label;
}

export const GAUGES: readonly GaugeOf[] = [
  { reading: 'queueLength', name: 'queue_length', help: 'Checks waiting to be sent to the service.' },
  { reading: 'inFlight', name: 'requests_in_flight', help: 'Requests on their way to the service.' },
  {
    reading: 'windowUsed',
    name: 'limiter_window_used_requests',
    help: 'Requests of the current window that the limiter has given away.',
  },
  {
    reading: 'windowLimit',
    name: 'limiter_window_limit_requests',
    help: 'Requests that the limiter lets through in one window.',
  },
  {
    reading: 'breakerOpen',
    name: 'breaker_open',
    help: '1 while nothing is sent because the service refuses checks, otherwise 0.',
  },
  {
    reading: 'checksLeft',
    name: 'checks_left',
    help: 'Checks the API key has left, as the service last said, by period.',
    label: { name: 'period', values: PERIODS },
  },
  {
    reading: 'keyExpiry',
    name: 'key_expiry_timestamp_seconds',
    help: 'When the API key expires: the end of its last day (UTC).',
  },
  {
    reading: 'runOut',
    name: 'checks_run_out_timestamp_seconds',
    help: 'When the checks of the month are used up at the pace of the last 7 days, were they not renewed.',
  },
  {
    reading: 'renewal',
    name: 'checks_renewal_timestamp_seconds',
    help: 'When the count of the month starts again or the key expires, whichever comes first.',
  },
  { reading: 'openRequests', name: 'open_requests', help: 'Requests of people that are being answered.' },
];

/** A gauge that asks for its values whenever the metrics are read. */
export function addGauge(
  registry: Registry,
  { name, help, label }: GaugeOf,
  read: () => Promise<Value | Readonly<Record<string, Value>>>,
): void {
  new Gauge({
    name: PREFIX + name,
    help,
    labelNames: label ? [label.name] : [],
    registers: [registry],
    async collect() {
      const found = await read();
      this.reset();
      if (label === undefined) this.remove();
      const series = typeof found === 'object' ? Object.entries(found) : [['', found] as const];
      for (const [key, value] of series) {
        if (value !== undefined && typeof value !== 'string')
          this.set(label ? { [label.name]: listed(label, key) } : {}, Number(value));
      }
    },
  });
}

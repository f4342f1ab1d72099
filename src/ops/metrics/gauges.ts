import { Gauge, type Registry } from 'prom-client';
import { within } from '../../core/async/promises.ts';
import { OTHER, PERIODS } from './labels.ts';

/** undefined if currently unknown: the gauge is then left out. */
type Value = number | boolean | undefined;
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
  readonly checksLeft: Read<Readonly<Record<string, number | undefined>>>;
  /** When the key expires, in seconds since 1970. */
  readonly keyExpiry: Read<number | undefined>;
  /** When the checks of the month are used up at the pace of the last days, in seconds since 1970. */
  readonly runOut: Read<number | undefined>;
  /** When the month's count begins anew or the key expires, whichever comes first, in seconds since 1970. */
  readonly renewal: Read<number | undefined>;
  /** Requests of people that are being answered. */
  readonly openRequests: Read<number | undefined>;
  /** Whether each platform's adapter is connected. */
  readonly adapterConnected: Read<Readonly<Record<string, boolean | undefined>>>;
}

interface Gauges {
  /** Adds readings; those given before stay. */
  observe(readings: Partial<Readings>): void;
  /**
   * Calls all readings and sets the gauges. A reading that throws or takes too long is left out and reported to `failed`.
   * Never rejects.
   */
  read(failed: (reading: keyof Readings, error: unknown) => void): Promise<void>;
}

type Found = Value | Readonly<Record<string, Value>>;

interface GaugeOf {
  readonly reading: keyof Readings;
  readonly name: string;
  readonly help: string;
  readonly by?: { readonly label: string; readonly values: readonly string[] };
}

const GAUGES: readonly GaugeOf[] = [
  {
    reading: 'queueLength',
    name: 'imei_bot_queue_length',
    help: 'Checks waiting to be sent to the service.',
  },
  {
    reading: 'inFlight',
    name: 'imei_bot_requests_in_flight',
    help: 'Requests on their way to the service.',
  },
  {
    reading: 'windowUsed',
    name: 'imei_bot_limiter_window_used_requests',
    help: 'Requests of the current window that the limiter has given away.',
  },
  {
    reading: 'windowLimit',
    name: 'imei_bot_limiter_window_limit_requests',
    help: 'Requests that the limiter lets through in one window.',
  },
  {
    reading: 'breakerOpen',
    name: 'imei_bot_breaker_open',
    help: '1 while nothing is sent because the service refuses checks, otherwise 0.',
  },
  {
    reading: 'checksLeft',
    name: 'imei_bot_checks_left',
    help: 'Checks the API key has left, as the service last said, by period.',
    by: { label: 'period', values: PERIODS },
  },
  {
    reading: 'keyExpiry',
    name: 'imei_bot_key_expiry_timestamp_seconds',
    help: 'When the API key expires: the end of its last day (UTC).',
  },
  {
    reading: 'runOut',
    name: 'imei_bot_checks_run_out_timestamp_seconds',
    help: 'When the checks of the month are used up at the pace of the last 7 days, were they not renewed.',
  },
  {
    reading: 'renewal',
    name: 'imei_bot_checks_renewal_timestamp_seconds',
    help: 'When the count of the month begins anew or the key expires, whichever comes first.',
  },
  {
    reading: 'openRequests',
    name: 'imei_bot_open_requests',
    help: 'Requests of people that are being answered.',
  },
];

const connectedGauge = (platforms: readonly string[]): GaugeOf => ({
  reading: 'adapterConnected',
  name: 'imei_bot_adapter_connected',
  help: '1 while the bot is connected to the platform, otherwise 0.',
  by: { label: 'platform', values: platforms },
});

/** Gauges that show nothing until they are told what to ask, and nothing of what is not answered within `readingMs`. */
export function createGauges(
  registry: Registry,
  { readingMs, platforms }: { readonly readingMs: number; readonly platforms: readonly string[] },
): Gauges {
  const gauges = [...GAUGES, connectedGauge(platforms)].map(({ reading, ...of }) => ({
    reading,
    show: gaugeOf(registry, of),
  }));
  let readings: Partial<Readings> = {};
  const late = (): never => {
    throw new Error(`no answer within ${readingMs} ms`);
  };
  return {
    observe: (more) => {
      readings = { ...readings, ...more };
    },
    read: async (failed) => {
      const each = gauges.map(async ({ reading, show }) => {
        const read: Read<Found> = readings[reading] ?? (() => undefined);
        try {
          show(await within({ ms: readingMs, late }, () => ask(read)));
        } catch (error) {
          show(undefined);
          failed(reading, error);
        }
      });
      await Promise.all(each);
    },
  };
}

/** Turns a synchronous exception of a reading into a rejection. */
async function ask(read: Read<Found>): Promise<Found> {
  return read();
}

function gaugeOf(registry: Registry, { name, help, by }: Omit<GaugeOf, 'reading'>): (found: Found) => void {
  const gauge = new Gauge({ name, help, labelNames: by ? [by.label] : [], registers: [registry] });
  const clear = (): void => (by ? gauge.reset() : gauge.remove());
  clear();
  return (found) => {
    clear();
    const series = typeof found === 'object' ? Object.entries(found) : [['', found] as const];
    for (const [key, value] of series) {
      if (value === undefined) continue;
      gauge.set(by ? { [by.label]: by.values.includes(key) ? key : OTHER } : {}, Number(value));
    }
  };
}

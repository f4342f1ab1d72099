import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import { countBy, countMoney, countUp, type Take, timeBy, timeOf } from './counters.ts';
import { createGauges, type Readings } from './gauges.ts';
import { OUTCOMES, PLACES, SOURCES, STATUSES } from './labels.ts';

/** A batch may wait long: 500 checks at 19 a minute take 26 minutes; most waits are below 15. */
const WAIT_BUCKETS_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900];
/** From an answer that was kept to a list of 500, which takes 26 minutes. */
const REQUEST_BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1_800, 3_600];
/** Up to LOOKUP_TIMEOUT, 20 s by default. */
const LATENCY_BUCKETS_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20];

/** Time limit for one reading. Prometheus itself waits 10 s for all. */
const READING_MS = 2_000;

/**
 * The bot's metrics for Prometheus. Only `render` may reject. No label contains text a person wrote: values outside the
 * lists in `labels.ts` count as `other`, invalid amounts as an error.
 */
export interface Metrics {
  /** A check ended: `found`, `not-found`, `refused`, `cancelled` or the code of the failure. */
  checkSettled(outcome: string): void;
  /** A check was answered, from `service`, `cache` or `tac`. */
  answered(source: string): void;
  /** A check joined one that was already running for the same IMEI. */
  flightShared(): void;
  /** Checks that were paid for, and their cost if the price is known. */
  spent(checks: number, usd?: number): void;
  /** Checks answered without paying, and what they would have cost if the price is known. */
  saved(checks: number, usd?: number): void;
  /** Checks that were sent and never answered. */
  inDoubt(checks: number): void;
  /** How long a check waited to be sent. */
  waited(ms: number): void;
  /** How long the service took to answer. */
  serviceAnswered(ms: number): void;
  /** The service responded with this HTTP status, or with none: `none`. */
  serviceResponded(status: string): void;
  /** A reply was shown or edited on a platform. */
  edited(platform: string): void;
  /** A request was answered, its last reply shown, so long after it was accepted. */
  requestAnswered(platform: string, ms: number): void;
  /** An error occurred, by room: `adapters`, `store`, `service`, … */
  failed(place: string): void;
  /** Adds readings to call whenever the metrics are rendered. */
  observe(readings: Partial<Readings>): void;
  /** All metrics in Prometheus' text format. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
  /** Releases everything; later counts are not shown. */
  stop(): void;
}

/** How to create the metrics. */
export interface MetricsOptions {
  /** The names of the platforms that there are. What comes from another is counted as `other`. */
  readonly platforms: readonly string[];
  /** The version of the program. */
  readonly version: string;
  /** Where it is said why a reading failed. */
  readonly log?: Log;
  /** Time limit for one reading, in milliseconds. Default: 2 s. */
  readonly readingMs?: number;
}

/**
 * Creates metrics in their own registry. Those of the process (memory, event loop, garbage collection) start with the first
 * reading, so that they cost nothing if nobody reads them.
 */
export function createMetrics({ log, platforms, version, readingMs = READING_MS }: MetricsOptions): Metrics {
  const registry = new Registry();
  tellBuild(registry, version);
  const gauges = createGauges(registry, { readingMs, platforms });
  const failed = countBy(registry, {
    name: 'imei_bot_errors_total',
    help: 'Things that broke, by where.',
    label: 'where',
    values: PLACES,
  });
  const checked =
    (take: Take) =>
    (amount: number): void => {
      if (!take(amount)) failed('metrics');
    };
  let withProcess = false;
  return {
    ...createCounts(registry, platforms, checked),
    failed,
    observe: gauges.observe,
    render: async () => {
      if (!withProcess) {
        withProcess = true;
        collectDefaultMetrics({ register: registry });
      }
      await gauges.read((reading, error) => {
        failed('metrics');
        log?.warn({ err: error, reading }, 'A reading for the metrics failed and is left out');
      });
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    stop: () => {
      withProcess = true;
      registry.clear();
    },
  };
}

/** Always 1: its label is what is told. */
function tellBuild(registry: Registry, version: string): void {
  new Gauge({
    name: 'imei_bot_build_info',
    help: 'Always 1; its label is the version of the bot.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
}

type Counts = Omit<Metrics, 'failed' | 'observe' | 'render' | 'stop'>;

function createCounts(
  registry: Registry,
  platforms: readonly string[],
  checked: (take: Take) => (amount: number) => void,
): Counts {
  const shared = checked(
    countUp(registry, {
      name: 'imei_bot_flights_shared_total',
      help: 'Checks that joined one on its way for the same IMEI.',
    }),
  );
  return {
    checkSettled: countBy(registry, {
      name: 'imei_bot_checks_total',
      help: 'Checks that ended, by how.',
      label: 'outcome',
      values: OUTCOMES,
    }),
    answered: countBy(registry, {
      name: 'imei_bot_answers_total',
      help: 'Answers given, by where they came from.',
      label: 'source',
      values: SOURCES,
    }),
    flightShared: () => shared(1),
    ...createReplyCounts(registry, platforms, checked),
    ...createMoneyCounts(registry, checked),
    ...createServiceCounts(registry, checked),
  };
}

/** What people get, and how soon. */
function createReplyCounts(
  registry: Registry,
  platforms: readonly string[],
  checked: (take: Take) => (amount: number) => void,
): Pick<Counts, 'edited' | 'requestAnswered'> {
  const times = timeBy(registry, {
    name: 'imei_bot_request_duration_seconds',
    help: 'Time from a request to the last state of its reply, by platform.',
    label: 'platform',
    values: platforms,
    bucketsSeconds: REQUEST_BUCKETS_SECONDS,
  });
  return {
    edited: countBy(registry, {
      name: 'imei_bot_edits_total',
      help: 'Replies shown or edited, by platform.',
      label: 'platform',
      values: platforms,
    }),
    requestAnswered: (platform, ms) => checked(times(platform))(ms),
  };
}

/** The way to the service: how long checks wait for it, what it says, and how soon. */
function createServiceCounts(
  registry: Registry,
  checked: (take: Take) => (amount: number) => void,
): Pick<Counts, 'waited' | 'serviceAnswered' | 'serviceResponded'> {
  return {
    waited: checked(
      timeOf(registry, {
        name: 'imei_bot_check_wait_seconds',
        help: 'How long checks waited to be sent.',
        bucketsSeconds: WAIT_BUCKETS_SECONDS,
      }),
    ),
    serviceAnswered: checked(
      timeOf(registry, {
        name: 'imei_bot_service_latency_seconds',
        help: 'How long the service took to answer.',
        bucketsSeconds: LATENCY_BUCKETS_SECONDS,
      }),
    ),
    serviceResponded: countBy(registry, {
      name: 'imei_bot_service_responses_total',
      help: 'Requests to the service, by the HTTP status that came back; none if there was none.',
      label: 'status',
      values: STATUSES,
    }),
  };
}

/** What was paid and saved, in checks, and in money where the price is known. */
function createMoneyCounts(
  registry: Registry,
  checked: (take: Take) => (amount: number) => void,
): Pick<Counts, 'spent' | 'saved' | 'inDoubt'> {
  const up = (name: string, help: string) => checked(countUp(registry, { name, help }));
  const money = (name: string, help: string) => checked(countMoney(registry, { name, help }));
  const spentChecks = up('imei_bot_checks_paid_total', 'Checks that were paid for.');
  const spentUsd = money('imei_bot_spent_usd_total', 'Money spent on checks, in USD.');
  const savedChecks = up('imei_bot_checks_saved_total', 'Checks answered without paying.');
  const savedUsd = money('imei_bot_saved_usd_total', 'Money that answers without paying saved, in USD.');
  return {
    spent: (checks, usd) => {
      spentChecks(checks);
      if (usd !== undefined) spentUsd(usd);
    },
    saved: (checks, usd) => {
      savedChecks(checks);
      if (usd !== undefined) savedUsd(usd);
    },
    inDoubt: up('imei_bot_checks_in_doubt_total', 'Checks sent and never answered: may have been paid for.'),
  };
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import { addGauge, GAUGES, type Readings } from './gauges.ts';
import { type Label, listed, OTHER, OUTCOMES, PLACES, PREFIX, SOURCES, STATUSES } from './labels.ts';

/** A batch may wait long: 500 checks at 19 a minute take 26 minutes; most waits are below 15. */
const WAIT_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900];
/** From a kept answer to a list of 500, which takes 26 minutes. */
const REQUEST_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1_800, 3_600];
/** Up to LOOKUP_TIMEOUT, 20 s by default. */
const LATENCY_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20];

/**
 * The bot's metrics for Prometheus. Only `render` may reject. No label contains text a person wrote: values outside the
 * lists in `labels.ts` count as `other`.
 */
export interface Metrics {
  /** A check ended: `found`, `not-found`, `refused`, `cancelled` or the code of the failure. */
  checkSettled(outcome: string): void;
  /** A check was answered, from `service`, `cache` or `tac`. */
  answered(source: string): void;
  /** A check joined one that was already running for the same IMEI. */
  flightShared(): void;
  /** Checks that were paid for. */
  spent(checks: number): void;
  /** Checks answered without paying. */
  saved(checks: number): void;
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

export interface MetricsOptions {
  /** The names of the platforms that there are. */
  readonly platforms: readonly string[];
  /** US dollars; without it no money is counted. */
  readonly pricePerCheck?: number | undefined;
  /** The version of the program. */
  readonly version: string;
  /** Receives why a reading failed. */
  readonly log?: Log;
}

/**
 * Metrics in their own registry. Those of the process (memory, event loop, garbage collection) start with the first reading, so
 * that they cost nothing if nobody reads them.
 */
export function createMetrics({ log, platforms, pricePerCheck, version }: MetricsOptions): Metrics {
  const registry = new Registry();
  const platform = { name: 'platform', values: platforms };
  const counter = (name: string, help: string): Counter =>
    new Counter({ name: PREFIX + name, help, registers: [registry] });
  const failed = countBy(registry, 'errors_total', 'Things that broke, by where.', {
    name: 'where',
    values: PLACES,
  });
  const flights = counter('flights_shared_total', 'Checks that joined one on its way for the same IMEI.');
  const paid = counter('checks_paid_total', 'Checks that were paid for.');
  const spentUsd = counter('spent_usd_total', 'Money spent on checks, in USD.');
  const saved = counter('checks_saved_total', 'Checks answered without paying.');
  const savedUsd = counter('saved_usd_total', 'Money that answers without paying saved, in USD.');
  // Without a price, 0 USD would be wrong.
  for (const money of [spentUsd, savedUsd]) money.remove();
  const inDoubt = counter('checks_in_doubt_total', 'Checks sent and never answered: may have been paid for.');
  const durations = new Histogram({
    name: `${PREFIX}request_duration_seconds`,
    help: 'Time from a request to the last state of its reply, by platform.',
    labelNames: ['platform'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  for (const name of platforms) durations.zero({ platform: name });
  const waits = new Histogram({
    name: `${PREFIX}check_wait_seconds`,
    help: 'How long checks waited to be sent.',
    buckets: WAIT_SECONDS,
    registers: [registry],
  });
  const latencies = new Histogram({
    name: `${PREFIX}service_latency_seconds`,
    help: 'How long the service took to answer.',
    buckets: LATENCY_SECONDS,
    registers: [registry],
  });
  new Gauge({
    name: `${PREFIX}build_info`,
    help: 'Always 1; its label is the version of the bot.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  let readings: Partial<Readings> = {};
  const connected = {
    reading: 'adapterConnected',
    name: 'adapter_connected',
    help: '1 while the bot is connected to the platform, otherwise 0.',
    label: platform,
  } as const;
  for (const gauge of [...GAUGES, connected]) {
    addGauge(registry, gauge, async () => {
      try {
        return await readings[gauge.reading]?.();
      } catch (error) {
        failed('metrics');
        log?.warn({ err: error, reading: gauge.reading }, 'A reading for the metrics failed and is left out');
        return undefined;
      }
    });
  }
  let withProcess = false;
  return {
    checkSettled: countBy(registry, 'checks_total', 'Checks that ended, by how.', {
      name: 'outcome',
      values: OUTCOMES,
    }),
    answered: countBy(registry, 'answers_total', 'Answers given, by where they came from.', {
      name: 'source',
      values: SOURCES,
    }),
    flightShared: () => flights.inc(),
    spent: (checks) => {
      paid.inc(checks);
      if (pricePerCheck !== undefined) spentUsd.inc(checks * pricePerCheck);
    },
    saved: (checks) => {
      saved.inc(checks);
      if (pricePerCheck !== undefined) savedUsd.inc(checks * pricePerCheck);
    },
    inDoubt: (checks) => inDoubt.inc(checks),
    waited: (ms) => waits.observe(ms / 1_000),
    serviceAnswered: (ms) => latencies.observe(ms / 1_000),
    serviceResponded: countBy(
      registry,
      'service_responses_total',
      'Requests to the service, by the HTTP status that came back; none if there was none.',
      { name: 'status', values: STATUSES },
    ),
    edited: countBy(registry, 'edits_total', 'Replies shown or edited, by platform.', platform),
    requestAnswered: (name, ms) => durations.observe({ platform: listed(platform, name) }, ms / 1_000),
    failed,
    observe: (more) => {
      readings = { ...readings, ...more };
    },
    render: async () => {
      if (!withProcess) collectDefaultMetrics({ register: registry });
      withProcess = true;
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    stop: () => {
      withProcess = true;
      registry.clear();
    },
  };
}

/** Counts events by a label. */
function countBy(registry: Registry, name: string, help: string, label: Label): (value: string) => void {
  const counter = new Counter({ name: PREFIX + name, help, labelNames: [label.name], registers: [registry] });
  // A series that starts with its first event hides that event from `increase()`.
  for (const value of [...label.values, OTHER]) counter.inc({ [label.name]: value }, 0);
  return (value) => counter.inc({ [label.name]: listed(label, value) });
}

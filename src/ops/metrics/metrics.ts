import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import { addGauges, type Label, listed, OTHER, PREFIX, type Readings } from './gauges.ts';

/** A batch may wait long: 500 checks at 19 a minute take 26 minutes; most waits are below 15. */
const WAIT_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900];
/** From a saved answer to a list of 500, which takes 26 minutes. */
const REQUEST_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1_800, 3_600];
/** Up to LOOKUP_TIMEOUT, 20 s by default. */
const LATENCY_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20];

const label = (name: string, ...values: readonly string[]): Label => ({
  name,
  values: values.flatMap((text) => text.split(' ')),
});

/**
 * How a check can end: an answer, a refusal by the bot, a cancelled request, or a failure of the
 * service.
 */
export const OUTCOME = label(
  'outcome',
  'found not-found refused cancelled credentials-wrong account-blocked credentials-missing',
  'limit-exceeded imei-empty key-refused key-inactive hourly-limit daily-limit',
  'monthly-limit access-refused unknown-error unreachable timeout reset server-error unreadable redirect unexpected',
);
/** Where an answer can come from. */
const SOURCE = label('source', 'service cache tac');
/** The HTTP status of a response of the service; `none` if none arrived. */
const STATUS = label('status', '200 400 401 403 404 429 500 502 503 504 none');
/** The module in which an error occurred. */
const WHERE = label('where', 'commands store metrics background');

/**
 * The bot's metrics for Prometheus. Only `render` may reject. No label contains text a person
 * wrote: values outside these lists count as `other`.
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
  /** The time from accepting a request to showing its last reply. */
  requestAnswered(platform: string, ms: number): void;
  /** An error occurred, in the module `commands`, `store` or `metrics`, or `background`: nobody
   * waited for it. */
  failed(where: string): void;
  /**
   * Adds readings to call whenever the metrics are rendered.
   * @returns removes them
   */
  observe(readings: Partial<Readings>): () => void;
  /** All metrics in Prometheus' text format. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

interface MetricsOptions {
  /** The names of all platforms. */
  readonly platforms: readonly string[];
  /** US dollars; undefined to count no money. */
  readonly pricePerCheck?: number | undefined;
  /** The version of the program. */
  readonly version: string;
  /** Gets the error if a reading fails. */
  readonly log?: Log;
}

/**
 * Metrics in a registry of their own. Those of the process (memory, event loop, garbage collection)
 * start with the first reading, so they cost nothing if nobody reads them.
 */
export function createMetrics({ platforms, pricePerCheck, version, log }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const platform: Label = { name: 'platform', values: platforms };
  const counter = (name: string, help: string): Counter =>
    new Counter({ name: PREFIX + name, help, registers });
  /** Counts events by a label. */
  const countBy = (name: string, help: string, label: Label): ((value: string) => void) => {
    const events = new Counter({ name: PREFIX + name, help, labelNames: [label.name], registers });
    // A series that starts with its first event hides that event from `increase()`.
    for (const value of [...label.values, OTHER]) events.inc({ [label.name]: value }, 0);
    return (value) => events.inc({ [label.name]: listed(label, value) });
  };
  const histogram = (name: string, help: string, buckets: number[]): ((ms: number) => void) => {
    const seconds = new Histogram({ name: PREFIX + name, help, buckets, registers });
    return (ms) => seconds.observe(ms / 1_000);
  };
  const paid = counter('checks_paid_total', 'Checks that were paid for.');
  const spentUsd = counter('spent_usd_total', 'Money spent on checks, in USD.');
  const saved = counter('checks_saved_total', 'Checks answered without paying.');
  const savedUsd = counter('saved_usd_total', 'Money that answers without paying saved, in USD.');
  // Without a price, 0 USD would be wrong.
  for (const money of [spentUsd, savedUsd]) money.remove();
  const flights = counter(
    'flights_shared_total',
    'Checks that joined one on its way for the same IMEI.',
  );
  const inDoubt = counter(
    'checks_in_doubt_total',
    'Checks sent and never answered: may have been paid for.',
  );
  const failed = countBy('errors_total', 'Errors, by module.', WHERE);
  const durations = new Histogram({
    name: `${PREFIX}request_duration_seconds`,
    help: 'Time from a request to the last state of its reply, by platform.',
    labelNames: [platform.name],
    buckets: REQUEST_SECONDS,
    registers,
  });
  for (const name of platforms) durations.zero({ platform: name });
  new Gauge({
    name: `${PREFIX}build_info`,
    help: 'Always 1; its label is the version of the bot.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const observed = new Set<Partial<Readings>>();
  addGauges(registry, platform, async (name) => {
    try {
      const reading = [...observed].findLast((readings) => readings[name] !== undefined)?.[name];
      return await reading?.();
    } catch (error) {
      failed('metrics');
      log?.warn({ err: error, reading: name }, 'A reading for the metrics failed and is left out');
      return undefined;
    }
  });
  let withProcess = false;
  return {
    checkSettled: countBy('checks_total', 'Checks that ended, by outcome.', OUTCOME),
    answered: countBy('answers_total', 'Answers given, by source.', SOURCE),
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
    waited: histogram('check_wait_seconds', 'How long checks waited to be sent.', WAIT_SECONDS),
    serviceAnswered: histogram(
      'service_latency_seconds',
      'How long the service took to answer.',
      LATENCY_SECONDS,
    ),
    serviceResponded: countBy(
      'service_responses_total',
      'Requests to the service, by the HTTP status of the response; none if there was none.',
      STATUS,
    ),
    edited: countBy('edits_total', 'Replies shown or edited, by platform.', platform),
    requestAnswered: (name, ms) =>
      durations.observe({ platform: listed(platform, name) }, ms / 1_000),
    failed,
    observe: (readings) => {
      observed.add(readings);
      return () => observed.delete(readings);
    },
    render: async () => {
      if (!withProcess) collectDefaultMetrics({ register: registry });
      withProcess = true;
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

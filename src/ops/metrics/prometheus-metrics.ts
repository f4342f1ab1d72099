import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import { addGauges, type GaugeReaders } from './gauges.ts';
import type { Metrics } from './metrics.ts';
import { type MetricLabel, Series } from './series.ts';

/** Waits: most are below 15 minutes. 500 checks at 19 a minute take 26: above the last bucket. */
const WAIT_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900];
/** Requests: from a saved answer to a list of 500, which takes 26 minutes. */
const REQUEST_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1_800, 3_600];
/** Calls: up to LOOKUP_TIMEOUT, which is 20 s by default. */
const LATENCY_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20];

/** Ends of a check, except failures of the service. */
const OUTCOMES = ['found', 'not-found', 'refused', 'stopped', 'bug'];
const SOURCE: MetricLabel = { name: 'source', values: ['service', 'cache', 'tac'] };
/** The HTTP status of a response of the service; `none` if none arrived. */
const STATUS: MetricLabel = {
  name: 'status',
  values: ['200', '400', '401', '403', '404', '429', '500', '502', '503', '504', 'none'],
};

interface MetricsOptions {
  readonly platforms: readonly string[];
  /** The codes with which the service can fail. */
  readonly failureCodes: readonly string[];
  /** US dollars; undefined to count no money. */
  readonly pricePerCheck?: number | undefined;
  readonly version: string;
  /** Gets the error if a reading fails. */
  readonly log?: Log;
}

/** Metrics for Prometheus, in a registry of their own. */
export class PrometheusMetrics implements Metrics {
  readonly #options: MetricsOptions;
  readonly #registry = new Registry();
  readonly #series = new Series(this.#registry);
  readonly #endedChecks: (outcome: string) => void;
  readonly #answers = this.#series.counterBy('answers_total', 'Answers given, by source.', SOURCE);
  readonly #sharedFlights = this.#series.counter(
    'flights_shared_total',
    'Checks that joined one on its way for the same IMEI.',
  );
  readonly #paid = this.#series.counter('checks_paid_total', 'Checks that were paid for.');
  readonly #spentUsd = this.#series.counter('spent_usd_total', 'Money spent on checks, in USD.');
  readonly #saved = this.#series.counter('checks_saved_total', 'Checks answered without paying.');
  readonly #savedUsd = this.#series.counter(
    'saved_usd_total',
    'Money that answers without paying saved, in USD.',
  );
  readonly #inDoubt = this.#series.counter(
    'checks_in_doubt_total',
    'Checks sent and never answered: may have been paid for.',
  );
  readonly #waits = this.#series.histogram(
    'check_wait_seconds',
    'How long checks waited to be sent.',
    WAIT_SECONDS,
  );
  readonly #serviceTimes = this.#series.histogram(
    'service_latency_seconds',
    'How long the service took to answer.',
    LATENCY_SECONDS,
  );
  readonly #responses = this.#series.counterBy(
    'service_responses_total',
    'Requests to the service, by the HTTP status of the response; none if there was none.',
    STATUS,
  );
  readonly #storeFailures = this.#series.counter(
    'store_failures_total',
    'Times that the store began to fail.',
  );
  readonly #errors = this.#series.counter('errors_total', 'Errors in the log.');
  readonly #shownReplies: (platform: string) => void;
  readonly #requestTimes: (platform: string, seconds: number) => void;
  /** The readings of each call of `observe`. If several have one of a name, the latest is read. */
  readonly #observed = new Set<Partial<GaugeReaders>>();
  #measuresProcess = false;

  constructor(options: MetricsOptions) {
    this.#options = options;
    this.#endedChecks = this.#series.counterBy('checks_total', 'Checks that ended, by outcome.', {
      name: 'outcome',
      values: [...OUTCOMES, ...options.failureCodes],
    });
    const platform: MetricLabel = { name: 'platform', values: options.platforms };
    this.#shownReplies = this.#series.counterBy(
      'edits_total',
      'Replies shown or edited, by platform.',
      platform,
    );
    this.#requestTimes = this.#series.histogramBy(
      'request_duration_seconds',
      'Time from a request to the last state of its reply, by platform.',
      REQUEST_SECONDS,
      platform,
    );
    // Without a price nothing is exported, since 0 USD would be wrong.
    if (options.pricePerCheck === undefined) {
      for (const money of [this.#spentUsd, this.#savedUsd]) money.remove();
    }
    this.#series.constant('build_info', 'Always 1; its label is the version of the bot.', {
      version: options.version,
    });
    const code: MetricLabel = { name: 'code', values: options.failureCodes };
    addGauges(this.#registry, [platform, code], (name) => this.#read(name));
  }

  checkEnded(outcome: string): void {
    this.#endedChecks(outcome);
  }

  checkAnswered(source: string): void {
    this.#answers(source);
  }

  flightShared(): void {
    this.#sharedFlights.inc();
  }

  paid(checks: number): void {
    const { pricePerCheck } = this.#options;
    this.#paid.inc(checks);
    if (pricePerCheck !== undefined) this.#spentUsd.inc(checks * pricePerCheck);
  }

  saved(checks: number): void {
    const { pricePerCheck } = this.#options;
    this.#saved.inc(checks);
    if (pricePerCheck !== undefined) this.#savedUsd.inc(checks * pricePerCheck);
  }

  inDoubt(checks: number): void {
    this.#inDoubt.inc(checks);
  }

  waited(ms: number): void {
    this.#waits.observe(ms / 1_000);
  }

  serviceTook(ms: number): void {
    this.#serviceTimes.observe(ms / 1_000);
  }

  serviceResponded(status: string): void {
    this.#responses(status);
  }

  replyShown(platform: string): void {
    this.#shownReplies(platform);
  }

  requestTook(platform: string, ms: number): void {
    this.#requestTimes(platform, ms / 1_000);
  }

  storeFailed(): void {
    this.#storeFailures.inc();
  }

  errorLogged(): void {
    this.#errors.inc();
  }

  observe(readings: Partial<GaugeReaders>): () => void {
    this.#observed.add(readings);
    return () => this.#observed.delete(readings);
  }

  async render(): Promise<{ readonly contentType: string; readonly text: string }> {
    // Measuring memory, event loop and garbage collection costs something, so it begins when the
    // metrics are first read.
    if (!this.#measuresProcess) collectDefaultMetrics({ register: this.#registry });
    this.#measuresProcess = true;
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  async #read(name: keyof GaugeReaders) {
    try {
      const latest = [...this.#observed].findLast((readings) => readings[name] !== undefined);
      return await latest?.[name]?.();
    } catch (error) {
      const { log } = this.#options;
      log?.error({ err: error, reading: name }, 'A metric could not be read and is left out');
      return undefined;
    }
  }
}

import type { GaugeReaders } from './gauges.ts';

/**
 * What the bot counts and measures for operators. Only `render` may reject. No label contains text
 * that a person wrote: values outside the lists of `prometheus-metrics` count as `other`.
 *
 *     prometheus-metrics  the metrics of a bot that has an HTTP server
 *     series              adds its counters and histograms to the registry of prom-client
 *     gauges              the values that are asked for each time the metrics are read
 *     no-metrics          counts nothing, for a bot without that server
 */
export interface Metrics {
  /** A check ended: `found`, `not-found`, `refused`, `stopped`, `bug`, or the code of a failure. */
  checkEnded(outcome: string): void;
  /** A check was answered, from `service`, `cache` or `tac`. */
  checkAnswered(source: string): void;
  /** A check joined one that was already running for the same IMEI. */
  flightShared(): void;
  /** Checks that were paid for. */
  paid(checks: number): void;
  /** Checks answered without paying. */
  saved(checks: number): void;
  /** Checks that were sent and never answered. */
  inDoubt(checks: number): void;
  /** Time that a check waited to be sent. */
  waited(ms: number): void;
  /** Time that the service took to answer. */
  serviceTook(ms: number): void;
  /** The service responded with this HTTP status, or with none: `none`. */
  serviceResponded(status: string): void;
  /** A state of a reply was shown on a platform, or a newer one instead of it. */
  replyShown(platform: string): void;
  /** The time from accepting a request to showing the last state of its reply. */
  requestTook(platform: string, ms: number): void;
  storeFailed(): void;
  errorLogged(): void;
  /**
   * Adds readings to call whenever the metrics are rendered.
   * @returns removes them
   */
  observe(readings: Partial<GaugeReaders>): () => void;
  /** All metrics in Prometheus' text format. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

import type { ConfiguredPlatform } from '../adapters/definition.ts';
import type { SendsHandover } from '../checks/last-process/handover.ts';
import type { Config } from '../config/config.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import type { Clock } from '../core/time/clock.ts';
import type { RunnerOptions } from '../files/work/runner.ts';
import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { LiveRequest } from '../requests/live-request.ts';
import type { TacTable } from '../tac/table.ts';
import type { StoreNews } from './alerts/store-news.ts';

/** State for the next run of the same process, since the store may lack it. */
export interface Handover {
  readonly requests: readonly LiveRequest[];
  readonly sends: SendsHandover;
}

export interface RunOptions {
  readonly config: Config;
  /**
   * Whether the only platform is the console. Then no other run follows this one: what people type
   * during a run would not reach the next one.
   */
  readonly servesConsole?: boolean;
  readonly platforms: readonly Pick<ConfiguredPlatform, 'name' | 'create'>[];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /**
   * Ends the wait while another process owns the installation. Without a signal the start fails if
   * another process owns it.
   */
  readonly signal?: AbortSignal | undefined;
  /** The alerts about the store that were sent, in all runs of a process. */
  readonly storeNews?: StoreNews;
  /** The table of `TAC_TABLE`, for all runs of a process. */
  readonly tacTable?: TacTable | undefined;
  /** The proxy of the settings, for all runs of a process. */
  readonly proxy: OutboundProxy | undefined;
  /** The handover of the last run of this process. */
  readonly handover?: Handover | undefined;
  /** Replaces defaults of the process that reads files, such as the location of its code. */
  readonly files?: RunnerOptions;
}

import { StoreFailed } from '../store/errors.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './metrics/metrics.ts';

/** Counts and logs an error of a command, with the request that the command had to answer. */
export type ReportBug = (error: unknown, requestId?: string) => void;

interface BugReporterOptions {
  readonly metrics: Pick<Metrics, 'failed'>;
  readonly log: Log;
}

/** Reports errors of commands, except those of the store, which `StoreHealth` reports. */
export function createBugReporter({ metrics, log }: BugReporterOptions): ReportBug {
  return (error, requestId) => {
    if (error instanceof StoreFailed) return;
    metrics.failed('commands');
    log.error(
      { err: error, request: requestId },
      'A command threw an unexpected error; what could be answered was answered',
    );
  };
}

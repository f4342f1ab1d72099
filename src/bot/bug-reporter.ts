import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { StoreFailed } from '../store/errors.ts';

interface BugReporterOptions {
  readonly metrics: Pick<Metrics, 'failed'>;
  readonly log: Log;
}

/** Logs errors in parts of a reply, but for those of the store: `StoreHealth` reports them. */
export function createBugReporter({ metrics, log }: BugReporterOptions) {
  return (error: unknown): void => {
    if (error instanceof StoreFailed) return;
    metrics.failed('commands');
    log.error(
      { err: error },
      'A command threw an unexpected error; what could be answered was answered',
    );
  };
}

import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';

interface BugReporterOptions {
  readonly health: Pick<StoreHealth, 'noteFailure'>;
  readonly metrics: Pick<Metrics, 'failed'>;
  readonly log: Log;
}

/**
 * Logs errors in parts of a reply. A store that fails is not a bug: it is noted, as when it fails a
 * whole request.
 */
export function createBugReporter({ health, metrics, log }: BugReporterOptions) {
  return (error: unknown): void => {
    if (error instanceof StoreFailed) {
      health.noteFailure(error);
      return;
    }
    metrics.failed('commands');
    log.error(
      { err: error },
      'A command threw an unexpected error; what could be answered was answered',
    );
  };
}

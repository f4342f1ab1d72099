import { StoreFailed } from '../store/store-errors.ts';
import type { Log } from './log/log.ts';

/** Logs an error of a command, with the request that the command had to answer. */
export type ReportBug = (error: unknown, requestId?: string) => void;

/** Reports errors of commands, except those of the store, which `StoreHealth` reports. */
export function createBugReporter(log: Log): ReportBug {
  return (error, requestId) => {
    if (error instanceof StoreFailed) return;
    log.error(
      { err: error, request: requestId },
      'A command failed unexpectedly; its reply has what could be answered. Please report this as a bug',
    );
  };
}

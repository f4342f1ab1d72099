import type { Log } from './log/log.ts';

/**
 * Exit codes: 0 success, 1 crash, 75 and 78 as in sysexits.h. After 78 every start fails until a person has fixed what the
 * last log lines name.
 */
export const EXIT = { well: 0, broken: 1, inUse: 75, config: 78 } as const;

/** How long a crashing process may take for `makeSafe`. */
const LAST_WORDS_MS = 5_000;

/** What happens when the process ends. */
export interface LifecycleNeeds {
  /** Receives the reason of the end. */
  readonly log: Log;
  /** Stops gracefully; called once. */
  readonly stop: () => Promise<void>;
  /** Saves what must not be lost after a crash, when nothing else can be trusted. */
  readonly makeSafe: () => Promise<void>;
}

/**
 * Handles the end of the process: the first SIGTERM or SIGINT stops gracefully and exits with 0, the second exits at once.
 * An uncaught exception is logged and ends the process with 1, since a half-broken bot answers nobody.
 */
export function watchProcess({ log, stop, makeSafe }: LifecycleNeeds): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(EXIT.broken);
    stopping = true;
    log.info({ signal }, 'Stopping: finishing what is on its way. A second signal ends at once');
    stop().then(
      () => process.exit(EXIT.well),
      (error: unknown) => {
        log.error({ err: error }, 'The process could not be stopped in good order');
        process.exit(EXIT.broken);
      },
    );
  };
  const onFault = (error: unknown): void => {
    log.fatal(
      { err: error },
      'Something broke that should not; the process ends. Open requests are in the store',
    );
    setTimeout(() => process.exit(EXIT.broken), LAST_WORDS_MS);
    makeSafe().finally(() => process.exit(EXIT.broken));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}

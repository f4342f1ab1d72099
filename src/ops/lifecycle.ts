import type { Log } from './log/log.ts';

/**
 * Exit codes: 0 well, 1 broken, 75 and 78 as in sysexits.h. After 78 a start fails again until a person has mended what the
 * last lines name.
 */
export const EXIT = { well: 0, broken: 1, inUse: 75, config: 78 } as const;

/** How long a broken process may take to get its papers in order. */
const LAST_WORDS_MS = 5_000;

export interface LifecycleNeeds {
  readonly log: Log;
  /** Stops in good order; called once. */
  readonly stop: () => Promise<void>;
  /** Makes safe what must be, when nothing else can be trusted any more. */
  readonly makeSafe: () => Promise<void>;
}

/**
 * What the process does when it is told to end, or breaks: the first SIGTERM or SIGINT stops in good order and exits
 * 0, the second exits at once; an exception nobody caught is logged and ends the process with 1, since a bot that is
 * half alive answers nobody.
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
      'Something broke that should not; the process ends. Open requests are in the journal',
    );
    setTimeout(() => process.exit(EXIT.broken), LAST_WORDS_MS);
    makeSafe().finally(() => process.exit(EXIT.broken));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}

import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { EXIT } from '../core/operator/operator-error.ts';
import type { Log } from './log/log.ts';

/**
 * Handles the end of the process: the first SIGTERM, SIGINT or SIGHUP stops gracefully and exits
 * with 0, the second exits immediately. An uncaught exception is logged and ends the process with
 * 1: after it, parts of the bot may not work.
 * @param stop stops gracefully; called once
 */
export function watchProcess(log: Log, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    // Both a closed terminal and its shell send SIGHUP, so the second one does not count.
    if (isStopping && signal === 'SIGHUP') return;
    if (isStopping) process.exit(EXIT.crash);
    isStopping = true;
    log.info({ signal }, 'Stopping: finishing what is under way. A second signal exits at once');
    stop().then(
      () => process.exit(EXIT.ok),
      (error: unknown) => {
        log.error({ err: error }, 'Shutdown failed');
        process.exit(EXIT.crash);
      },
    );
  };
  const onUncaught = (error: unknown): void => {
    log.fatal(
      { err: error },
      'Unexpected error; exiting. Open requests are in the store and are answered after the next start',
    );
    process.exit(EXIT.crash);
  };
  outliveTerminal();
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', onSignal);
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
}

/** Ignores the write errors of a closed terminal, whose SIGHUP ends the process in order. */
function outliveTerminal(): void {
  for (const stream of [process.stdin, process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
  const terminals = [0, 1, 2].filter((fd) => isatty(fd));
  process.on('exit', () => {
    // Otherwise Node.js aborts at exit, since it cannot restore the mode of the terminal. Remove
    // this once all supported versions have https://github.com/nodejs/node/pull/58200
    for (const fd of terminals.filter((terminal) => !isatty(terminal))) closeSync(fd);
  });
}

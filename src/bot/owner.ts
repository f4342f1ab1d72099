import type { Clock } from '../core/clock.ts';
import type { Log } from '../ops/log/log.ts';
import { StoreFailed } from '../store/errors.ts';
import type { Bot } from './run.ts';

const TRY_EVERY_MS = 1_000;

export type Owner = ReturnType<typeof createOwner>;

/**
 * A process of an installation: it serves while it is the owner, and stands by otherwise. `ended` resolves when the signal was
 * aborted and nothing runs any more; it rejects with an error that only a person can fix.
 * @param start begins a run when this process owns the installation
 * @param signal ends the run, or the wait for one
 */
export function createOwner(
  start: () => Promise<Bot>,
  clock: Clock,
  log: Log,
  signal: AbortSignal,
) {
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  let bot: Bot | undefined;
  let hasRun = false;
  let reported = '';
  /** Waits after an unreachable database; after the first run, after any failure. */
  const standBy = async (error: unknown): Promise<void> => {
    if (signal.aborted) return;
    if (!hasRun && !(error instanceof StoreFailed)) throw error;
    if (reported !== String(error))
      log.warn({ err: error }, 'Standing by: the store cannot be opened');
    reported = String(error);
    await clock.sleep(TRY_EVERY_MS, signal).catch(() => undefined);
  };
  const runOnce = async (): Promise<void> => {
    try {
      bot = await start();
    } catch (error) {
      return standBy(error);
    }
    hasRun = true;
    reported = '';
    const end = await Promise.race([bot.over, aborted]);
    if (end?.restart === true)
      log.warn({ err: end.why }, 'This run has ended; the process stands by');
    await bot.stop();
    bot = undefined;
    if (end?.restart === false) throw end.why;
  };
  const serve = async (): Promise<void> => {
    while (!signal.aborted) await runOnce();
  };
  const ended = serve();
  // A later wait still gets the error.
  ended.catch(() => undefined);
  return { bot: () => bot, ended };
}

import type { Clock } from '../core/clock.ts';
import type { HttpServer } from '../ops/http/server.ts';
import type { Log } from '../ops/log/log.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { StoreFailed } from '../store/errors.ts';
import type { Bot } from './run.ts';

const TRY_EVERY_MS = 1_000;

export interface OwnerNeeds {
  /** Begins a run when this process owns the installation. */
  readonly start: () => Promise<Bot>;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends the run, or the wait for one. */
  readonly signal: AbortSignal;
}

/** A process of an installation: it serves while it owns that, and stands by otherwise. */
export interface Owner {
  /** The run of the moment. */
  bot(): Bot | undefined;
  /** Resolves when the signal was aborted and nothing runs any more. Rejects with what only a person can change. */
  readonly ended: Promise<void>;
}

export function createOwner({ start, clock, log, signal }: OwnerNeeds): Owner {
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  let bot: Bot | undefined;
  let hasRun = false;
  let reported = '';
  /** A database that is away is waited for, and after the first run whatever else there is. */
  const standBy = async (error: unknown): Promise<void> => {
    if (signal.aborted) return;
    if (!hasRun && !(error instanceof StoreFailed)) throw error;
    if (reported !== String(error)) log.warn({ err: error }, 'Standing by: the store cannot be opened');
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
    if (end?.again === true) log.warn({ err: end.why }, 'This run has ended; the process stands by');
    await bot.stop();
    bot = undefined;
    if (end?.again === false) throw end.why;
  };
  const serve = async (): Promise<void> => {
    while (!signal.aborted) await runOnce();
  };
  const ended = serve();
  // A later wait still gets the error.
  ended.catch(() => undefined);
  return { bot: () => bot, ended };
}

/** Opens the HTTP server of the process, which answers also while it stands by. */
export async function openHttp(
  at: { readonly host: string; readonly port: number },
  { owner, metrics, log }: { readonly owner: Owner; readonly metrics: Metrics; readonly log: Log },
): Promise<HttpServer> {
  // Loaded only where somebody watches.
  const { startHttpServer } = await import('../ops/http/server.ts');
  return startHttpServer({
    ...{ ...at, metrics, log },
    mounts: () => owner.bot()?.mounts ?? [],
    ready: () =>
      owner.bot()?.ready() ?? [
        { name: 'owner', ok: false, problem: 'Stands by: another process serves, or the store is away.' },
      ],
  });
}

import { setMaxListeners } from 'node:events';
import { createMutex } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import { StoreFailed } from './errors.ts';
import { writeSetting } from './schema/setting.ts';
import type { Sql } from './sql.ts';

/** How often a failing store is tried again. */
const PROBE_PAUSE_MS = 1_000;

/** Knows whether the store works, and reports when that changes. */
export interface StoreHealth {
  failing(): boolean;
  /** Something could not be read or written. */
  report(error: unknown): void;
  /** Resolves at once while the store works, else when it works again. */
  healthy(signal: AbortSignal): Promise<void>;
  /** Does the work. If the store fails, repeats it first thing when the store works again. Rejects with other errors. */
  untilDone(work: () => Promise<unknown>): Promise<void>;
  stop(): void;
}

/** @param onFailing called once when the store begins to fail, with the error of the database */
export function createStoreHealth(
  sql: Pick<Sql, 'tx'>,
  clock: Clock,
  onFailing: (error: unknown) => void,
  onHealed: () => void,
): StoreHealth {
  const stopped = new AbortController();
  setMaxListeners(0, stopped.signal);
  let failing = false;
  const alone = createMutex();
  const waiting: (() => Promise<unknown>)[] = [];
  /** Others hear that the store works when all that waits is written: they look there for what was paid. */
  const catchUp = (): Promise<void> =>
    alone(async () => {
      // Writes, since a full disk can still be read.
      await sql.tx((t) => writeSetting(t, { name: 'probe', value: '', expires: clock.now() }));
      for (; waiting[0] !== undefined; waiting.shift())
        await waiting[0]().catch((error: unknown) => {
          if (error instanceof StoreFailed) throw error;
        });
      failing = false;
    }).catch(() => undefined);
  const watch = async (): Promise<void> => {
    while (failing) {
      await clock.sleep(PROBE_PAUSE_MS, stopped.signal, { ref: false });
      await catchUp();
    }
    onHealed();
  };
  const report = (error: unknown): void => {
    if (failing || stopped.signal.aborted) return;
    failing = true;
    onFailing(error instanceof StoreFailed ? error.cause : error);
    watch().catch(() => undefined);
  };
  const healthy = async (signal: AbortSignal): Promise<void> => {
    while (failing) await clock.sleep(PROBE_PAUSE_MS, signal);
  };
  const untilDone = async (work: () => Promise<unknown>): Promise<void> => {
    if (failing) {
      waiting.push(work);
      return catchUp();
    }
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StoreFailed)) throw error;
      report(error);
      waiting.push(work);
    }
  };
  return { failing: () => failing, report, healthy, untilDone, stop: () => stopped.abort() };
}

import type { Adapter } from '../core/adapter.ts';
import { type Clock, HOUR_MS } from '../core/clock.ts';
import type { ReadyPart } from '../ops/http/app.ts';
import type { Log } from '../ops/log/log.ts';
import type { Store } from '../store/contract.ts';

const CLOCK_LOOK_MS = 1_000;
/** Libraries that wait by the time of day would wait longer by so much. */
const FAR_BACK_MS = 2_000;

/** Removes expired rows now and every hour. */
export function sweepEveryHour(store: Store, log: Log, signal: AbortSignal): void {
  const sweep = (): void =>
    void store.sweep().catch((error: unknown) => {
      // A run that ends closes the store, which does no harm.
      if (!signal.aborted) log.warn({ err: error }, 'Expired rows could not be removed');
    });
  sweep();
  const timer = setInterval(sweep, HOUR_MS).unref();
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Resolves when the time of day was set back by so much that libraries have to begin again. */
export async function setBack(clock: Clock, signal: AbortSignal): Promise<Error> {
  for (;;) {
    const before = clock.now() - clock.elapsed();
    await clock.sleep(CLOCK_LOOK_MS, signal, { ref: false });
    const stepMs = clock.now() - clock.elapsed() - before;
    if (stepMs < -FAR_BACK_MS) return new Error(`the clock was set back by ${Math.round(-stepMs / 1_000)} s`);
  }
}

/** One platform's trouble is its own: the bot is ready with one that works. */
export function partsOf(storeFails: boolean, adapters: readonly Adapter[]): readonly ReadyPart[] {
  const isSpare = adapters.some((one) => one.connected());
  return [
    {
      name: 'store',
      ok: !storeFails,
      problem: 'Nothing can be written: please look at the disk and STORE_URL.',
    },
    ...adapters.map((one) => {
      const [name, ok] = [one.platform, one.connected()];
      return { name, ok, problem: 'Not connected just now.', isSpare };
    }),
  ];
}

import { deferred } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import type { OpenStore } from '../store/open.ts';

/** A bot that sends nothing has to find out as well: two of one token take each other's messages. */
const LOOK_EVERY_MS = 5_000;

/** The watch over a store that this process holds for itself. */
export interface StoreHold {
  /** Resolves when the store is not its own any more; otherwise it never settles. */
  readonly lost: Promise<void>;
  stop(): void;
}

/** Looks now and then whether a store that was opened is still this process'. Does not keep the process alive. */
export function watchStore({ holds }: Pick<OpenStore, 'holds'>, clock: Clock): StoreHold {
  const stopped = new AbortController();
  const { promise: lost, resolve } = deferred<void>();
  const watch = async (): Promise<void> => {
    while (holds()) await clock.sleep(LOOK_EVERY_MS, stopped.signal, { ref: false });
    if (!stopped.signal.aborted) resolve();
  };
  // A sleep that is stopped rejects.
  watch().catch(() => undefined);
  return { lost, stop: () => stopped.abort() };
}

import type { Log } from '../ops/log/log.ts';
import type { OpenStore } from '../store/open.ts';
import { reseal } from '../store/seal/reseal.ts';

const PAUSE_MS = 3_600_000;

/** Keeps the store in order beside all other work: now, and then every hour. Returns what ends it. */
export function keepInOrder({ store, seal, shared }: OpenStore, log: Log): () => void {
  let ended = false;
  const keep = async (): Promise<void> => {
    try {
      await store.sweep();
      // Where nobody else writes, the next pass finds done what the first one has done.
      if (!(await reseal(store, seal)) && shared === undefined) await reseal(store, seal);
    } catch (error) {
      // At the end the store is closed under it, which does no harm.
      if (!ended)
        log.warn({ err: error }, 'Expired rows could not be removed, or older ones not brought up to date');
    }
  };
  void keep();
  const timer = setInterval(() => void keep(), PAUSE_MS).unref();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

import { HOUR_MS } from '../core/clock.ts';
import type { Log } from '../ops/log/log.ts';
import type { OpenStore } from '../store/open.ts';
import { reseal, rotate } from '../store/seal/reseal.ts';

const PAUSE_MS = HOUR_MS;

/** Keeps the store in order beside all other work: now, and then every hour. Returns what ends it. */
export function keepInOrder({ store, seal, shared }: OpenStore, log: Log): () => void {
  let ended = false;
  const keep = async (): Promise<void> => {
    try {
      await store.sweep();
      // If nobody else writes, the first pass has done all there is to do.
      if (!(await reseal(store, seal)) && shared === undefined) await reseal(store, seal);
      // Those that still have an older secret first may go on to write with it.
      if (seal.hasOlder) await rotate(store, seal);
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

import type { Clock } from '../core/clock.ts';
import type { Store, StoreTrouble } from './contract.ts';
import { databaseError } from './errors.ts';

/** How often a working store is probed, since its file may be removed while it is open. */
const PROBE_PAUSE_MS = 15_000;
/** How often a failing store is probed. */
const FAILING_PROBE_PAUSE_MS = 1_000;

/** Knows whether the store works, and reports when that changes. */
export interface StoreHealth {
  failing(): boolean;
  /** Something could not be read or written. */
  report(error: unknown): void;
  /** Resolves at once while the store works, else when it works again. */
  healthy(signal: AbortSignal): Promise<void>;
  stop(): void;
}

export interface StoreHealthNeeds {
  readonly store: Store;
  readonly clock: Clock;
  /** Called once when the store begins to fail, with what the database itself said. */
  readonly onFailing: (error: unknown, trouble: StoreTrouble) => void;
  readonly onHealed: () => void;
}

export function createStoreHealth({ store, clock, onFailing, onHealed }: StoreHealthNeeds): StoreHealth {
  let stopped = false;
  let nap = new AbortController();
  let failing = false;

  const report = (error: unknown): void => {
    if (failing || stopped) return;
    failing = true;
    nap.abort();
    onFailing(databaseError(error), store.troubleOf(error));
  };
  /** Sleeps until the next probe is due; resolves with false if the store began to fail meanwhile. */
  const sleepToTheNextLook = async (): Promise<boolean> => {
    nap = new AbortController();
    const pauseMs = failing ? FAILING_PROBE_PAUSE_MS : PROBE_PAUSE_MS;
    const { signal } = nap;
    await clock.sleep(pauseMs, signal, { ref: false }).catch(() => undefined);
    return !signal.aborted;
  };
  const watch = async (): Promise<void> => {
    while (!stopped) {
      if (!(await sleepToTheNextLook())) continue;
      try {
        await store.probe();
        if (failing) onHealed();
        failing = false;
      } catch (error) {
        report(error);
      }
    }
  };
  void watch();

  return {
    failing: () => failing,
    report,
    healthy: async (signal) => {
      while (failing) await clock.sleep(FAILING_PROBE_PAUSE_MS, signal);
    },
    stop: () => {
      stopped = true;
      nap.abort();
    },
  };
}

import type { RaiseAlert } from '../../checks/admin-alert.ts';
import type { Clock } from '../../core/clock.ts';
import type { Rows } from '../../store/contract.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
const COUNT = 'count';
const TOLD = 'told';

/** Counts the answers that could not be shown to anybody, and tells admins of them, once a day in sum. */
export interface Undeliverable {
  /** Never rejects. */
  count(): Promise<void>;
  stop(): void;
}

export interface UndeliverableNeeds {
  readonly rows: Rows;
  readonly raise: RaiseAlert;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export function createUndeliverable({ rows, raise, clock, onError }: UndeliverableNeeds): Undeliverable {
  const stopped = new AbortController();
  /** The first one at once, and what follows within a day at its end. */
  const tellIfDue = async (): Promise<void> => {
    const count = Number((await rows.get(COUNT)) ?? 0);
    if (count === 0 || !(await rows.insert(TOLD, '', { expiresAt: clock.now() + DAY_MS }))) return;
    await rows.add(COUNT, -count);
    raise({ kind: 'replies-undeliverable', count });
  };
  const watch = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await tellIfDue().catch(onError);
      await clock.sleep(LOOK_EVERY_MS, stopped.signal, { ref: false }).catch(() => undefined);
    }
  };
  void watch();
  return {
    count: async () => {
      try {
        await rows.add(COUNT, 1);
        await tellIfDue();
      } catch (error) {
        onError(error);
      }
    },
    stop: () => stopped.abort(),
  };
}

import type { RaiseAlert } from '../../checks/basics.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../../core/clock.ts';
import type { SettingTable } from '../../store/schema/setting.ts';

const LOOK_EVERY_MS = HOUR_MS;
const COUNT = 'undeliverable count';
const TOLD = 'undeliverable told';

/** Counts answers that could not be shown to anybody, and alerts admins at most once a day with the total. */
export interface Undeliverable {
  /** Counts one more. Never rejects. */
  count(): Promise<void>;
  /** Stops alerting; the count stays in the store. */
  stop(): void;
}

/** What {@link createUndeliverable} works with. */
export interface UndeliverableNeeds {
  /** Stores the count and when it was reported. */
  readonly settings: SettingTable;
  /** Sends the alert. */
  readonly raise: RaiseAlert;
  /** Times the days. */
  readonly clock: Clock;
  /** Called if the count could not be stored. */
  readonly onError: (error: unknown) => void;
}

/** Creates the counter and starts its daily report. */
export function createUndeliverable({ settings, raise, clock, onError }: UndeliverableNeeds): Undeliverable {
  const stopped = new AbortController();
  /** The first one is reported at once, later ones of the same day at its end. */
  const tellIfDue = async (): Promise<void> => {
    const count = Number((await settings.get(COUNT)) ?? 0);
    const now = clock.now();
    // A clock that was years ahead and is set back would leave it told for years.
    if (Number(await settings.get(TOLD)) > now + DAY_MS) await settings.delete(TOLD);
    if (count === 0 || !(await settings.insert(TOLD, String(now), { expiresAt: now + DAY_MS }))) return;
    await settings.add(COUNT, -count);
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
        await settings.add(COUNT, 1);
        await tellIfDue();
      } catch (error) {
        onError(error);
      }
    },
    stop: () => stopped.abort(),
  };
}

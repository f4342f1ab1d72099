import type { Clock } from '../../core/clock.ts';
import type { LeaderElection, LeaderTask } from '../../core/leader-election.ts';
import type { Collection } from '../contract.ts';

/** How often a leader confirms that it leads, and after how long without that others may lead; milliseconds. */
export interface TurnSettings {
  readonly everyMs: number;
  readonly freeAfterMs: number;
}

const TURNS: TurnSettings = { everyMs: 3_000, freeAfterMs: 15_000 };

export interface ElectionNeeds {
  readonly rows: Collection;
  /** The name of this process. */
  readonly by: string;
  readonly clock: Clock;
  readonly turns?: TurnSettings;
  /** Called when the work of a task fails; it is run again, in this process or in another. */
  readonly onBroken: (task: string, error: unknown) => void;
}

/** The work of a leader, while it leads. */
interface AtWork {
  readonly stop: () => Promise<void>;
  hasEnded(): boolean;
}

/**
 * Elects one leader for each task among all processes on one store: the process that holds the task's row leads. While the
 * store does not answer, a leader goes on, since somebody has to tell people that the store is down.
 */
export function createElection({ rows, by, clock, turns = TURNS, onBroken }: ElectionNeeds): LeaderElection {
  const lease = () => ({ expiresAt: clock.now() + turns.freeAfterMs });
  const holdRow = async (task: string): Promise<boolean> =>
    (await rows.insert(task, by, lease())) || rows.replace(task, by, by, lease());
  // If the store is down, the row expires by itself.
  const freeRow = (task: string): Promise<unknown> => rows.deleteIf(task, by).catch(() => undefined);

  return async (task, duty, stopped) => {
    let atWork: AtWork | undefined;
    let standsBy = false;
    const standBy = async (): Promise<void> => {
      await atWork?.stop();
      atWork = undefined;
      if (!standsBy && !stopped.aborted) duty.onStandBy();
      standsBy = true;
    };
    const confirm = async (): Promise<void> => {
      const isMine = await holdRow(task).catch(() => undefined);
      if (isMine === false || (isMine === undefined && atWork === undefined)) {
        await standBy();
      } else if (atWork === undefined) {
        standsBy = false;
        atWork = begin(task, duty, onBroken);
      }
    };
    while (!stopped.aborted) {
      if (atWork?.hasEnded()) {
        // Another process may succeed where this one failed.
        atWork = undefined;
        await freeRow(task);
      } else {
        await confirm();
      }
      await clock.sleep(turns.everyMs, stopped, { ref: false }).catch(() => undefined);
    }
    await atWork?.stop();
    await freeRow(task);
  };
}

function begin(task: string, { work }: LeaderTask, onBroken: ElectionNeeds['onBroken']): AtWork {
  const over = new AbortController();
  let ended = false;
  const done = work(over.signal)
    .catch((error: unknown) => {
      if (!over.signal.aborted) onBroken(task, error);
    })
    .finally(() => {
      ended = true;
    });
  return {
    hasEnded: () => ended,
    stop: async () => {
      over.abort();
      await done;
    },
  };
}

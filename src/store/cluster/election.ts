import type { Clock } from '../../core/clock.ts';
import type { LeaderElection, LeaderTask } from '../../core/leader-election.ts';
import type { Collection } from '../contract.ts';
import { createUnchangedSince } from './attendance.ts';

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
  const holders = createUnchangedSince();
  /** What this process wrote last into the row of each task; every confirmation writes something else. */
  const written = new Map<string, string>();
  let confirmations = 0;
  const isFree = (task: string, holder: string): boolean => {
    const unchangedMs = holders.unchangedMs(task, holder, clock.elapsed());
    const [name] = holder.split(' ');
    return name === by || unchangedMs > turns.freeAfterMs + turns.everyMs;
  };
  const takeFree = async (task: string, word: string): Promise<boolean> => {
    const holder = await rows.get(task);
    return holder !== undefined && isFree(task, holder) && rows.replace(task, holder, word, lease());
  };
  const holdRow = async (task: string): Promise<boolean> => {
    confirmations += 1;
    const word = `${by} ${confirmations}`;
    const last = written.get(task);
    const isMine =
      (last !== undefined && (await rows.replace(task, last, word, lease()))) ||
      (await rows.insert(task, word, lease())) ||
      (await takeFree(task, word));
    if (isMine) written.set(task, word);
    else written.delete(task);
    return isMine;
  };
  // If the store is down, the row expires by itself.
  const freeRow = (task: string): Promise<unknown> =>
    rows.deleteIf(task, written.get(task) ?? by).catch(() => undefined);

  return async (task, leaderTask, stopped) => {
    let atWork: AtWork | undefined;
    let standsBy = false;
    const standBy = async (): Promise<void> => {
      await atWork?.stop();
      atWork = undefined;
      if (!standsBy && !stopped.aborted) leaderTask.onStandBy();
      standsBy = true;
    };
    const confirm = async (): Promise<void> => {
      const isMine = await holdRow(task).catch(() => undefined);
      if (isMine === false || (isMine === undefined && atWork === undefined)) {
        await standBy();
      } else if (atWork === undefined) {
        standsBy = false;
        atWork = begin(task, leaderTask, onBroken);
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

import type { Clock } from './clock.ts';

/** What one process does of a task that only one process of the installation does at a time. */
export interface LeaderTask {
  /**
   * Does the task until the signal is aborted, and ends soon after: what it has begun it may finish, new things it
   * leaves to the next. It is never run twice at once in one process. Work that ends or rejects by itself is run again
   * after a pause, here or in another process; a rejection is reported to the operator.
   */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /**
   * It is not this process's turn, and may not be for long: another process has it, or nobody can say who has. Called as
   * soon as this is clear at the beginning, and each time a turn was lost, once its work has ended; not at a stop.
   */
  readonly onStandBy: () => void;
}

/**
 * Lets one process of many do a task: runs the duty's work whenever it is this process's turn, and aborts its signal as
 * soon as somebody else has the turn. While nobody can say who has it, whoever had it last goes on. So two processes may
 * be at work for a while, since one of them may not have heard yet: work has to bear that.
 *
 * Tasks of different names are led independently, so that processes with different shards lead side by side. Begin a
 * task once in a process. Once `stopped` is aborted, the work is ended and the turn is free for others at once; then
 * the promise resolves. It never rejects.
 */
export type LeaderElection = (task: string, duty: LeaderTask, stopped: AbortSignal) => Promise<void>;

/** Before work that ended by itself is run again. */
const AGAIN_AFTER_MS = 10_000;

export interface AloneNeeds {
  readonly clock: Clock;
  /** The work of a task broke; it is run again. */
  readonly onBroken: (task: string, error: unknown) => void;
}

/** For an installation of one process: it is its turn at once, until it is stopped. */
export function electAlone({ clock, onBroken }: AloneNeeds): LeaderElection {
  return async (task, { work }, stopped) => {
    while (!stopped.aborted) {
      await work(stopped).catch((error: unknown) => {
        if (!stopped.aborted) onBroken(task, error);
      });
      // Ends early at a stop, which the loop sees.
      if (!stopped.aborted) await clock.sleep(AGAIN_AFTER_MS, stopped).catch(() => undefined);
    }
  };
}

import type { Clock } from './clock.ts';

/** A task that only one process of the installation does at a time. */
export interface LeaderTask {
  /**
   * Does the task until the signal is aborted and ends soon after: it may finish what it has started and leaves new work to
   * the next leader. Never runs twice at once in one process. Work that ends or rejects before the abort is run again after
   * a pause, here or in another process; a rejection is reported to the operator.
   */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /**
   * Called when this process is not the leader and may not become it soon: another process leads, or nobody can tell who
   * does. Called once this is clear after the start, and whenever leadership is lost and the work has ended; not on a stop.
   */
  readonly onStandBy: () => void;
}

/**
 * Lets one of many processes do a task: runs the task's work while this process leads, and aborts its signal as soon as
 * another process leads. While the leader cannot be determined, the last one continues. So two processes may work for a
 * while, since one may not have heard of the change yet; the work has to tolerate that. Tasks of different names are elected
 * independently, so that processes with different shards work in parallel. Start a task once per process. Once `stopped` is
 * aborted, the work ends, leadership is released at once, and the promise resolves. It never rejects.
 */
export type LeaderElection = (task: string, leaderTask: LeaderTask, stopped: AbortSignal) => Promise<void>;

/** Pause before work that ended by itself is run again. */
const AGAIN_AFTER_MS = 10_000;

/**
 * The election of a single-process installation: this process always leads, until it is stopped.
 * @param onBroken called if the work of a task rejects; it is run again after a pause
 */
export function electAlone(clock: Clock, onBroken: (task: string, error: unknown) => void): LeaderElection {
  return async (task, { work }, stopped) => {
    while (!stopped.aborted) {
      await work(stopped).catch((error: unknown) => {
        if (!stopped.aborted) onBroken(task, error);
      });
      // A stop ends the sleep early; the loop condition notices it.
      if (!stopped.aborted) await clock.sleep(AGAIN_AFTER_MS, stopped).catch(() => undefined);
    }
  };
}

import type { ServiceFailure } from '../provider/service-failure.ts';

/** The wait of a list’s checks and its reason: a summary of the `CheckWait` of each check. */
export interface ListWait {
  /** Until the next check is sent. */
  readonly untilNextMs: number;
  /** Until the last check is sent. */
  readonly untilLastMs: number;
  /** The position of the first waiting check, from 1; undefined if that check is not queued. */
  readonly position?: number | undefined;
  /**
   * The reason why nothing can be sent. `store`: the store fails. `start`: the bot does not know
   * what an earlier run has sent, so it waits for a window.
   */
  readonly blockedBy?: 'store' | 'start' | undefined;
  /** The reason why the service is paused; undefined if it is not. */
  readonly failure?: ServiceFailure | undefined;
}

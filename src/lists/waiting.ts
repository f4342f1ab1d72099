import type { ServiceFailure } from '../provider/errors.ts';

/** How long the checks of a list wait, and why. */
export interface Waiting {
  /** Until the next check is sent. */
  readonly untilNextMs: number;
  /** Until the last check is sent. */
  readonly untilLastMs: number;
  /** Of the first waiting check, from 1; undefined unless that one is queued. */
  readonly position?: number | undefined;
  /**
   * What keeps the bot from sending anything. `store`: it fails. `start`: what an earlier run sent
   * is unknown, so a window has to pass.
   */
  readonly blockedBy?: 'store' | 'start' | undefined;
  /** Why the service is paused; undefined if it is not. */
  readonly failure?: ServiceFailure | undefined;
}

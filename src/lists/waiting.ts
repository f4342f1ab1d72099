import type { ServiceFailure } from '../provider/errors.ts';

/** How long the checks of a list wait, and why. */
export interface Waiting {
  /** Milliseconds until the next check is sent, and until the last one. */
  readonly nextMs: number;
  readonly remainingMs: number;
  /** The position of a single check in the queue, from 1; undefined before it is known. */
  readonly position?: number | undefined;
  /** What keeps the bot from sending anything: its store fails, or it has just started. */
  readonly blockedBy?: 'store' | 'start' | undefined;
  /** Why the service is not asked until then. */
  readonly failure?: ServiceFailure | undefined;
}

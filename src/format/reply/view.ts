import type { Visibility } from '../../core/reply.ts';
import type { Say } from '../texts/say.ts';

/** The reader of a reply, and the time at which it is made. */
export interface View {
  /** The catalogue of the reader's language. */
  readonly say: Say;
  /** `shared` masks serials, since others can read. */
  readonly visibility: Visibility;
  /** The reader is an admin, who sees more about failures. */
  readonly isAdmin: boolean;
  /** When the reply is made, in milliseconds since 1970: ages and waits in it count from then. */
  readonly now: number;
  /** The embedded sandbox answers; every reply says so. */
  readonly isSandbox: boolean;
}

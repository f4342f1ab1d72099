import type { Visibility } from '../core/reply/reply.ts';
import type { Say } from './texts/say.ts';

/** The reader of a reply, and the time at which it is made. */
export interface ReplyContext {
  /** Writes texts in the reader's language. */
  readonly say: Say;
  /** `shared`: others can read, so serials are masked. */
  readonly visibility: Visibility;
  /** Whether the reader is an admin, who sees more about failures. */
  readonly isAdmin: boolean;
  /**
   * Time at which the reply is made, in milliseconds since 1970. Ages and waits in it count from
   * then.
   */
  readonly now: number;
  /** Whether the embedded sandbox answers: then every reply says so. */
  readonly isSandbox: boolean;
}

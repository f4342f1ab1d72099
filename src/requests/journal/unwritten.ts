import type { ReplyTarget } from '../../core/adapter.ts';
import type { OpenRequest } from './row.ts';

/** Changes an open request. */
export type Change = (entry: OpenRequest) => OpenRequest;

/** A request of which nothing could be written. */
export interface Accepted {
  readonly kind: 'accepted';
  readonly entry: OpenRequest;
  /** Its target as it came, before a message of this process showed the reply. */
  readonly asked: ReplyTarget;
}

/** What could not be written of a request: all of it, its changes, or its completion. */
export type Unwritten =
  | Accepted
  | { readonly kind: 'changed'; readonly change: Change }
  | { readonly kind: 'finished' };

/** Its completion could not be written. */
export const FINISHED: Unwritten = { kind: 'finished' };
/** All is written but that it is found by its person. */
export const UNINDEXED: Unwritten = { kind: 'changed', change: (entry) => entry };

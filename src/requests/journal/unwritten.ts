import type { OpenRequest } from './row.ts';

/** Changes an open request. */
export type Change = (entry: OpenRequest) => OpenRequest;

/** What could not be written of a request: all of it, its changes, or its completion. */
export type Unwritten =
  | { readonly kind: 'accepted'; readonly entry: OpenRequest }
  | { readonly kind: 'changed'; readonly change: Change }
  | { readonly kind: 'finished' };

/** Its completion could not be written. */
export const FINISHED: Unwritten = { kind: 'finished' };
/** All is written but that it is found by its person. */
export const UNINDEXED: Unwritten = { kind: 'changed', change: (entry) => entry };

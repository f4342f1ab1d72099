import { HOUR_MS } from '../../core/durations.ts';

/** How long a send is remembered at least: twice as long as an open request lives by default. */
const KEPT_MS = 48 * HOUR_MS;
/** A send is remembered so much longer than a request may be open, which is worked on for a while after that. */
const SPARE_MS = 24 * HOUR_MS;

/**
 * How long a send is remembered: the ledger outlives every open request, so that what may have been paid is not sent again
 * for it.
 * @param requestMaxAgeMs how long a request is open at most
 */
export function ledgerKeptMs(requestMaxAgeMs = 0): number {
  return Math.max(KEPT_MS, requestMaxAgeMs + SPARE_MS);
}

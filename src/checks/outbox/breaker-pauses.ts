import { kindOf, type ServiceFailureCode } from '../../provider/errors.ts';

/** First and longest pause before the bot looks again, by what opened the breaker. */
const PAUSES_MS = {
  /** Hourly and daily limits: the interface does not say when the counts reset, so the bot asks. */
  counts: { first: 60_000, longest: 15 * 60_000 },
  /** The key or the account: mended by a person, so slowly. */
  account: { first: 5 * 60_000, longest: 60 * 60_000 },
  /** The service cannot be reached or does not answer. */
  trouble: { first: 15_000, longest: 5 * 60_000 },
} as const;

interface Pauses {
  /** In milliseconds. */
  readonly first: number;
  readonly longest: number;
}

/** How long to wait before looking again after a failure of this kind, and how long at most after many. */
export function pausesFor(code: ServiceFailureCode, windowMs: number): Pauses {
  const kind = kindOf(code);
  if (kind === 'rate') return { first: windowMs, longest: Math.max(windowMs, PAUSES_MS.account.longest) };
  if (kind === 'quota') return PAUSES_MS.counts;
  if (kind === 'unsent') return PAUSES_MS.trouble;
  return PAUSES_MS.account;
}

/** Whether the key's status tells when it is over; else a check has to try. */
export function isTold(code: ServiceFailureCode): boolean {
  return !['rate', 'unsent'].includes(kindOf(code));
}

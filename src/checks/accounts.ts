import { isPerson, type Principal, platformOf } from '../core/principal.ts';

/** The account of a requester: for allowances, turns in the queue and the cap of open requests. */
export type AccountOf = (requester: Principal) => string;

/**
 * Each person has an account. Chats that write as themselves (anonymous admins, channels) share one
 * account for each platform, since one person can own any number of chats. A chat that `ALLOWED`
 * names has an account of its own.
 */
export function createAccountOf(allowed: readonly Principal[] = []): AccountOf {
  const ownAccounts = new Set(allowed);
  return (requester) =>
    isPerson(requester) || ownAccounts.has(requester)
      ? requester
      : `${platformOf(requester)}:chats`;
}

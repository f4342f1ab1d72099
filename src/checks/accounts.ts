import { type Principal, platformOf } from '../core/adapter.ts';

/** The account of a requester's checks, for allowances and for turns in the queue. */
export type AccountOf = (requester: Principal) => string;

/**
 * Each person has an account. Chats that write as themselves (anonymous admins, channels) share one
 * for each platform, since one person can own any number of them. Chats in the settings have their
 * own.
 */
export function createAccounts(listed: readonly Principal[] = []): AccountOf {
  const ownAccounts = new Set(listed);
  return (requester) =>
    requester.split(':')[1] === 'user' || ownAccounts.has(requester)
      ? requester
      : `${platformOf(requester)}:chats`;
}

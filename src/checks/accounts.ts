import { type Principal, platformOf } from '../core/requester.ts';

/** The account a requester's checks count for, in allowances as in turns. */
export type AccountOf = (requester: Principal) => string;

/**
 * A person has an account. Chats that speak for themselves (anonymous admins, channels) share one for all of a
 * platform, since one person can own any number of them; but for those that the operator has listed.
 */
export function createAccounts(listed: readonly Principal[]): AccountOf {
  const own = new Set(listed);
  return (requester) =>
    requester.split(':')[1] === 'user' || own.has(requester) ? requester : `${platformOf(requester)}:chats`;
}

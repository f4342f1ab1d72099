import { nearlyUsedUpNote } from '../../src/format/quota/allowance.ts';
import type { ImeiList } from '../../src/lists/list.ts';
import { isPaid } from '../../src/lists/outcome.ts';
import { readOr } from '../services.ts';
import type { ImeiQuery } from './query.ts';

/** Small print for an answer that used a check, if few are left of the person's day. */
export async function nearlyUsedUp(
  { services, invocation, view }: ImeiQuery,
  { entries }: ImeiList,
): Promise<string | undefined> {
  const hasPaid = entries.some(({ outcome }) => isPaid(outcome));
  // Others need not read it, and admins have the budget in /quota.
  if (!hasPaid || invocation.isAdmin || invocation.visibility === 'shared') return undefined;
  // The answer is paid for, and comes without the figure if that cannot be read.
  return readOr(services, undefined, async () => {
    const allowance = await services.quota.allowance(invocation);
    return allowance && nearlyUsedUpNote(view(), allowance);
  });
}

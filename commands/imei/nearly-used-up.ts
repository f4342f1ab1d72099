import { nearlyUsedUpNote } from '../../src/format/quota/allowance-reply.ts';
import type { ImeiList } from '../../src/lists/list.ts';
import { isPaid } from '../../src/lists/outcome.ts';
import { readOr } from '../services.ts';
import type { ImeiQuery } from './imei-query.ts';

/** Small print for a reply that used a check, if the person has few checks left today. */
export async function nearlyUsedUp(
  { services, invocation, contextNow }: ImeiQuery,
  { entries }: ImeiList,
): Promise<string | undefined> {
  const hasPaid = entries.some(({ outcome }) => isPaid(outcome));
  // In a group others would read it, and admins have the budget in /quota.
  if (!hasPaid || invocation.isAdmin || invocation.visibility === 'shared') return undefined;
  // If the checks left cannot be read, the reply is shown without this note: it is paid for.
  return readOr(services, undefined, async () => {
    const allowance = await services.supply.allowance(invocation);
    return allowance && nearlyUsedUpNote(contextNow(), allowance);
  });
}

import { nearlyUsedUpNote } from '../../src/format/quota/allowance.ts';
import type { ImeiList } from '../../src/lists/list.ts';
import { isPaid } from '../../src/lists/outcome.ts';
import { readOr } from '../services.ts';
import type { ImeiQuery } from './query.ts';

/** Small print for an answer that used a check, if the person has few checks left today. */
export async function nearlyUsedUp(
  { services, invocation, contextNow }: ImeiQuery,
  { entries }: ImeiList,
): Promise<string | undefined> {
  const hasPaid = entries.some(({ outcome }) => isPaid(outcome));
  // In a group others would read it, and admins have the budget in /quota.
  if (!hasPaid || invocation.isAdmin || invocation.visibility === 'shared') return undefined;
  // The answer is paid for: if the number cannot be read, it is shown without this note.
  return readOr(services, undefined, async () => {
    const allowance = await services.supply.allowance(invocation);
    return allowance && nearlyUsedUpNote(contextNow(), allowance);
  });
}

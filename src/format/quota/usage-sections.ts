import type { Spending, Usage } from '../../checks/usage.ts';
import type { Section } from '../../core/reply/reply.ts';
import type { ReplyContext } from '../format.ts';
import { fieldsOf } from '../reply/compose.ts';
import { amountText, bar } from '../texts/phrases.ts';
import { exactDuration } from '../texts/times.ts';

/**
 * The sections with the spending and the savings, with amounts of money if the price is known, and
 * with the current load. Leaves out zeros.
 *
 *     Checks used and avoided
 *       Today            12 checks (USD 0.24) used, 30 checks (USD 0.60) avoided
 *     Right now
 *       Being checked    2 checks
 *
 * @param options.pricePerCheck in US dollars; undefined if no price is configured
 */
export function usageSections(
  context: ReplyContext,
  { usage, pricePerCheck }: { readonly usage: Usage; readonly pricePerCheck: number | undefined },
): readonly Section[] {
  const { say } = context;
  const { today, month, budget, waiting, inFlight, windowUsed, windowLimit } = usage;
  const amount = (checks: number): string => amountText(say, checks, pricePerCheck);
  const spending = ({ paid, saved }: Spending): string | undefined =>
    paid + saved > 0
      ? say('quota.spentAndSaved', { spent: amount(paid), saved: amount(saved) })
      : undefined;
  const inDoubt = { today: amount(today.inDoubt), month: amount(month.inDoubt) };
  const checks = (count: number): string | undefined =>
    count > 0 ? say('quota.checks', { count }) : undefined;
  const spent = fieldsOf([
    [say('quota.today'), spending(today)],
    [say('quota.budget'), budget && partText(context, budget.used, budget.limit)],
    [say('quota.thisMonth'), spending(month)],
    [say('quota.inDoubt'), month.inDoubt > 0 ? say('quota.inDoubtValue', inDoubt) : undefined],
  ]);
  const now = fieldsOf([
    [say('quota.waiting'), checks(waiting)],
    [say('quota.inFlight'), checks(inFlight)],
    [
      say('quota.window', { time: exactDuration(say, usage.windowMs) }),
      windowUsed > 0 ? partText(context, windowUsed, windowLimit) : undefined,
    ],
  ]);
  return [
    { heading: say('quota.spentHeading'), fields: spent },
    { heading: say('quota.nowHeading'), fields: now },
  ].filter(({ fields }) => fields.length > 0);
}

/** A bar for a part of a total, and both numbers. */
function partText({ say }: ReplyContext, part: number, total: number): string {
  return `${bar(part, total)} ${say('quota.of', { left: part, total })}`;
}

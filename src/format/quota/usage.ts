import type { Spending, Usage } from '../../checks/contract.ts';
import type { Section } from '../../core/reply.ts';
import { isFailureCode, wordsOf } from '../../provider/errors.ts';
import { amountText, bar } from '../phrases.ts';
import { fieldsOf, sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { inAbout, span } from '../times.ts';

/** Spending and savings, with amounts of money if the price is known, and the current load. What is 0 is left out. */
export function usageSections(
  view: View,
  usage: Usage,
  pricePerCheck: number | undefined,
): readonly Section[] {
  const { say } = view;
  const { today, month, budget, waiting, inFlight, windowUsed, windowLimit } = usage;
  const amount = (checks: number): string => amountText(say, checks, pricePerCheck);
  const spending = ({ paid, saved }: Spending): string | undefined =>
    paid + saved > 0 ? say('quota.spentAndSaved', { spent: amount(paid), saved: amount(saved) }) : undefined;
  const inDoubt = { today: amount(today.inDoubt), month: amount(month.inDoubt) };
  const checks = (count: number): string | undefined =>
    count > 0 ? say('quota.checks', { count }) : undefined;
  const spent = fieldsOf([
    [say('quota.today'), spending(today)],
    [say('quota.budget'), budget && partText(view, budget.used, budget.limit)],
    [say('quota.thisMonth'), spending(month)],
    [say('quota.inDoubt'), month.inDoubt > 0 ? say('quota.inDoubtValue', inDoubt) : undefined],
  ]);
  const now = fieldsOf([
    [say('quota.waiting'), checks(waiting)],
    [say('quota.inFlight'), checks(inFlight)],
    [
      say('quota.window', { time: span(say, usage.windowMs) }),
      windowUsed > 0 ? partText(view, windowUsed, windowLimit) : undefined,
    ],
    [say('quota.paused'), pausedText(view, usage)],
  ]);
  return [
    { heading: say('quota.spentHeading'), fields: spent },
    { heading: say('quota.nowHeading'), fields: now },
  ].filter(({ fields }) => fields.length > 0);
}

/** A bar, and the numbers that it shows. */
export function partText({ say }: View, part: number, total: number): string {
  return `${bar(part, total)} ${say('quota.of', { left: part, total })}`;
}

function pausedText({ say, now }: View, { paused }: Usage): string | undefined {
  if (paused === undefined) return undefined;
  const { code, retryAt } = paused;
  const title = isFailureCode(code) ? say(`failures.${wordsOf(code)}.title`) : undefined;
  const again = say('failure.looksAgain', { when: inAbout(say, retryAt - now) });
  return sentences(title && say('failure.sentence', { title }), again);
}

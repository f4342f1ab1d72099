import type { Field, Section } from '../../core/reply.ts';
import { isFailureCode, wordsOf } from '../../provider/errors.ts';
import { amountText, bar } from '../phrases.ts';
import { sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { inAbout, span } from '../times.ts';

/** Checks over a period: paid for, answered without paying, and sent without an answer. */
interface SpendingFigures {
  readonly paid: number;
  readonly saved: number;
  readonly inDoubt: number;
}

/** What this installation spent and saved, and its current load. */
export interface UsageFigures {
  /** Since midnight UTC. */
  readonly today: SpendingFigures;
  /** Since the first of the month in UTC. */
  readonly month: SpendingFigures;
  /** Checks in the queue. */
  readonly waiting: number;
  /** Checks sent and not yet answered. */
  readonly inFlight: number;
  /** Slots of the window in use. */
  readonly windowUsed: number;
  /** Slots of the window in all. */
  readonly windowLimit: number;
  /** Length of the window. */
  readonly windowMs: number;
  /** Today's use of the configured daily budget, in checks; undefined without a budget. */
  readonly budget?: { readonly used: number; readonly limit: number };
  /** The open breaker: the failure's code, and when it tries again (milliseconds since 1970). */
  readonly paused?: { readonly code: string; readonly retryAt: number };
}

/**
 * Two sections: spending and savings (with amounts of money if the price is known), and current load. What is at nought says
 * nothing and is left out, and so is a section without anything else.
 */
export function usageSections(
  view: View,
  usage: UsageFigures,
  pricePerCheck: number | undefined,
): readonly Section[] {
  const amount = (checks: number): string => amountText(view.say, checks, pricePerCheck);
  const spending = ({ paid, saved }: SpendingFigures): string =>
    view.say('quota.spentAndSaved', { spent: amount(paid), saved: amount(saved) });
  return [
    {
      heading: view.say('quota.spentHeading'),
      fields: [
        ...(isIdle(usage.today) ? [] : [{ label: view.say('quota.today'), value: spending(usage.today) }]),
        ...budgetField(view, usage),
        ...(isIdle(usage.month)
          ? []
          : [{ label: view.say('quota.thisMonth'), value: spending(usage.month) }]),
        ...inDoubtField(view, usage, amount),
      ],
    },
    { heading: view.say('quota.nowHeading'), fields: nowFields(view, usage) },
  ].filter(({ fields }) => fields.length > 0);
}

function isIdle({ paid, saved }: SpendingFigures): boolean {
  return paid === 0 && saved === 0;
}

function inDoubtField(
  { say }: View,
  { today, month }: UsageFigures,
  amount: (checks: number) => string,
): readonly Field[] {
  if (today.inDoubt === 0 && month.inDoubt === 0) return [];
  const value = say('quota.inDoubtValue', { today: amount(today.inDoubt), month: amount(month.inDoubt) });
  return [{ label: say('quota.inDoubt'), value }];
}

/** The bar is full once the day's budget is spent. */
function budgetField({ say }: View, { budget }: UsageFigures): readonly Field[] {
  if (budget === undefined) return [];
  const used = say('quota.of', { left: budget.used, total: budget.limit });
  return [{ label: say('quota.budget'), value: `${bar(budget.used, budget.limit)} ${used}` }];
}

function nowFields(view: View, usage: UsageFigures): readonly Field[] {
  const { say } = view;
  const used = say('quota.of', { left: usage.windowUsed, total: usage.windowLimit });
  return [
    ...countField(say('quota.waiting'), say('quota.checks', { count: usage.waiting }), usage.waiting),
    ...countField(say('quota.inFlight'), say('quota.checks', { count: usage.inFlight }), usage.inFlight),
    ...countField(
      say('quota.window', { time: span(say, usage.windowMs) }),
      `${bar(usage.windowUsed, usage.windowLimit)} ${used}`,
      usage.windowUsed,
    ),
    ...pausedField(view, usage),
  ];
}

function countField(label: string, value: string, count: number): readonly Field[] {
  return count === 0 ? [] : [{ label, value }];
}

function pausedField({ say, now }: View, { paused }: UsageFigures): readonly Field[] {
  if (paused === undefined) return [];
  const { code, retryAt } = paused;
  const title = isFailureCode(code) ? say(`failures.${wordsOf(code)}.title`) : undefined;
  const value = sentences(
    title && say('failure.sentence', { title }),
    say('failure.looksAgain', { when: inAbout(say, retryAt - now) }),
  );
  return [{ label: say('quota.paused'), value: value ?? '' }];
}

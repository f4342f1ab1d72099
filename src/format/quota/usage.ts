import type { Field, Section } from '../../core/reply.ts';
import { isFailureCode, wordsOf } from '../../provider/errors.ts';
import { bar } from '../bar.ts';
import { amountText } from '../reply/amount.ts';
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

/** Two sections: spending and savings (with amounts of money if the price is known), and current load. */
export function usageSections(
  view: View,
  usage: UsageFigures,
  pricePerCheck: number | undefined,
): readonly Section[] {
  const { quota } = view.words;
  const amount = (checks: number): string => amountText(view, checks, pricePerCheck);
  const spending = ({ paid, saved }: SpendingFigures): string =>
    quota.spentAndSaved(amount(paid), amount(saved));
  return [
    {
      heading: quota.spentHeading,
      fields: [
        { label: quota.today, value: spending(usage.today) },
        ...budgetField(view, usage),
        { label: quota.thisMonth, value: spending(usage.month) },
        {
          label: quota.inDoubt,
          value: quota.inDoubtValue(amount(usage.today.inDoubt), amount(usage.month.inDoubt)),
        },
      ],
    },
    { heading: quota.nowHeading, fields: nowFields(view, usage) },
  ];
}

/** The bar is full once the day's budget is spent. */
function budgetField({ words }: View, { budget }: UsageFigures): readonly Field[] {
  if (budget === undefined) return [];
  const numbers = new Intl.NumberFormat(words.locale);
  const used = words.quota.of(numbers.format(budget.used), numbers.format(budget.limit));
  return [{ label: words.quota.budget, value: `${bar(budget.used, budget.limit)} ${used}` }];
}

function nowFields(view: View, usage: UsageFigures): readonly Field[] {
  const { words } = view;
  const { quota } = words;
  const numbers = new Intl.NumberFormat(words.locale);
  const used = quota.of(numbers.format(usage.windowUsed), numbers.format(usage.windowLimit));
  return [
    { label: quota.waiting, value: quota.checks(usage.waiting) },
    { label: quota.inFlight, value: quota.checks(usage.inFlight) },
    {
      label: quota.window(span(words, usage.windowMs)),
      value: `${bar(usage.windowUsed, usage.windowLimit)} ${used}`,
    },
    ...pausedField(view, usage),
  ];
}

function pausedField({ words, now }: View, { paused }: UsageFigures): readonly Field[] {
  if (paused === undefined) return [];
  const { quota, failures } = words;
  const why = isFailureCode(paused.code) ? failures[wordsOf(paused.code)].short : quota.pausedUnknown;
  return [{ label: quota.paused, value: quota.pausedValue(why, inAbout(words, paused.retryAt - now)) }];
}

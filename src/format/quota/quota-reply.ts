import type { Outlook } from '../../checks/key/trend.ts';
import type { DatedKeyStatus, Spending, Usage } from '../../checks/usage.ts';
import { type Reply, type ReplyParts, reply, type Section } from '../../core/reply/reply.ts';
import type { ChecksLeft, KeyStatus } from '../../provider/device.ts';
import type { ServiceFailure } from '../../provider/service-failure.ts';
import type { ReplyContext } from '../format.ts';
import { fieldsOf, joinByDots, sandboxNote, sentences } from '../reply/compose.ts';
import {
  failureAdvice,
  failureForAdmins,
  failureSummary,
  failureTitle,
  messageField,
  pausedParts,
} from '../reply/failure-texts.ts';
import { getNumberFormat, getRelativeTimeFormat } from '../texts/intl.ts';
import { amountText, bar } from '../texts/phrases.ts';
import { titleAndSummary } from '../texts/say.ts';
import {
  ago,
  daysUntil,
  exactDuration,
  inDays,
  longDate,
  roughTimeFromNow,
} from '../texts/times.ts';
import { spentBudgetParts } from './allowance-reply.ts';
import { forecastSections } from './forecast-section.ts';

/** Days before the key's expiry from which the reply warns, and from which it is urgent. */
const WARNING_DAYS = 14;
export const PRESSING_DAYS = 3;

/** The periods of limits, longest first. */
const PERIODS = ['month', 'day', 'hour'] as const;

type Headline = Pick<ReplyParts, 'tone' | 'title' | 'summary'>;

interface QuotaParts {
  /** The status of the key, or the failure of the call for it; undefined while that is running. */
  readonly key: DatedKeyStatus | ServiceFailure | undefined;
  readonly usage: Usage;
  /** The forecast; undefined if its figures cannot be read. */
  readonly outlook?: Outlook | undefined;
  /** US dollars; undefined if no price is configured. */
  readonly pricePerCheck: number | undefined;
}

/**
 * The reply with the status of the key and the spending. Only admins may see it. It begins with
 * what stops everybody: a pause, the key, or the budget of the day, which comes last since only it
 * is over by itself at midnight.
 */
export function quotaReply(
  context: ReplyContext,
  { key, usage, outlook, pricePerCheck }: QuotaParts,
): Reply {
  const { say } = context;
  const spent = usageSections(context, usage, pricePerCheck);
  const note = sandboxNote(context);
  const base = { sections: spent, isPrivate: true, note } satisfies Partial<ReplyParts>;
  if (key === undefined) {
    const { startsInMs } = usage;
    const starting =
      startsInMs !== undefined
        ? say('waiting.starting', { when: roughTimeFromNow(say, startsInMs) })
        : undefined;
    return reply({
      ...base,
      tone: 'progress',
      isPlaceholder: starting === undefined,
      title: say('waiting.quota'),
      summary: starting,
    });
  }
  const { budget } = usage;
  const pause = usage.paused && pausedParts(context, usage.paused);
  const isSpent = budget !== undefined && budget.used >= budget.limit;
  const spentBudget = isSpent ? spentBudgetParts(context, budget) : undefined;
  if (key instanceof Error) {
    return reply({
      ...base,
      ...(pause ?? unreadableParts(context, key, spentBudget)),
      sections: [{ fields: messageField(context, key) }, ...spent].filter(
        ({ fields }) => fields.length > 0,
      ),
    });
  }
  const { status } = key;
  // Without a monthly limit there is nothing to forecast.
  const hasForecast = outlook !== undefined && typeof status.checksLeft.month === 'number';
  return reply({
    ...base,
    ...(pause ?? keyStop(context, status) ?? spentBudget ?? headline(context, status)),
    sections: [
      ...keySections(context, status),
      ...(hasForecast ? forecastSections(context, outlook) : []),
      ...spent,
    ],
    note: figuresNote(context, key),
  });
}

/** The reply to a `/quota` that was stopped. */
export function stoppedQuotaReply(context: ReplyContext): Reply {
  const note = sandboxNote(context);
  return reply({
    tone: 'warning',
    ...titleAndSummary(context.say, 'stopped'),
    isPrivate: true,
    note,
  });
}

/** Says that the status of the key cannot be read, and why; after the budget, if it is spent. */
function unreadableParts(
  context: ReplyContext,
  failure: ServiceFailure,
  spentBudget: Headline | undefined,
): Headline {
  const { say } = context;
  const title = say('quota.title.unreadable');
  const why = sentences(
    say('failure.sentence', { title: failureTitle(say, failure) }),
    failureSummary(say, failure),
    failureAdvice(context, failure),
  );
  if (spentBudget === undefined) return { tone: 'bad', title, summary: why };
  const unreadable = say('failure.sentence', { title });
  return { ...spentBudget, summary: sentences(spentBudget.summary, unreadable, why) };
}

/** The reason why the key answers no check; undefined if it does. */
function keyStop(context: ReplyContext, status: KeyStatus): Headline | undefined {
  const { say, now } = context;
  const { hasAccess, activationDate = '', expirationDate = '' } = status;
  const days = daysUntil(expirationDate, now) ?? 0;
  if (days < 0) {
    return { tone: 'bad', title: say('quota.title.expired', { when: inDays(say, days) }) };
  }
  if ((daysUntil(activationDate, now) ?? 0) > 0) {
    return { tone: 'bad', title: say('quota.title.notYet') };
  }
  if (hasAccess === false) return { tone: 'bad', title: say('quota.title.noAccess') };
  const usedUp = leftTitle(context, status, (count) => count === 0);
  if (usedUp === undefined) return undefined;
  const isMonth = status.checksLeft.month === 0;
  const summary = isMonth ? failureForAdmins(say, { code: 'monthly-limit' }) : undefined;
  return { tone: 'bad', title: usedUp, summary };
}

/** The most important fact about a key that answers checks, and how bad it is. */
function headline(context: ReplyContext, status: KeyStatus): Headline {
  const { say, now } = context;
  const { hasAccess, expirationDate = '' } = status;
  const days = daysUntil(expirationDate, now) ?? Number.POSITIVE_INFINITY;
  const left = leftTitle(context, status, (count) => typeof count === 'number');
  if (days <= WARNING_DAYS) {
    const title = say('quota.title.expiresSoon', { when: inDays(say, days) });
    if (days <= PRESSING_DAYS) return { tone: 'bad', title };
    if (left === undefined) return { tone: 'warning', title };
    return { tone: 'warning', title: left, summary: say('failure.sentence', { title }) };
  }
  return hasAccess === undefined
    ? { tone: 'warning', title: say('quota.title.unreadable') }
    : { tone: 'good', title: left ?? say('quota.title.ok') };
}

/** "1,347 checks left this month", for the longest period whose number of checks qualifies. */
function leftTitle(
  { say }: ReplyContext,
  { checksLeft }: KeyStatus,
  isEnough: (left: ChecksLeft | undefined) => boolean,
): string | undefined {
  const period = PERIODS.find((candidate) => isEnough(checksLeft[candidate]));
  const left = period && checksLeft[period];
  return period !== undefined && typeof left === 'number'
    ? say(`quota.left.${period}`, { left })
    : undefined;
}

function keySections(context: ReplyContext, status: KeyStatus): readonly Section[] {
  const { say, now } = context;
  const { hasAccess, activationDate, expirationDate } = status;
  const left = PERIODS.toReversed().map(
    (period) => [say(`quota.${period}`), leftText(context, status.checksLeft[period])] as const,
  );
  const days = daysUntil(expirationDate ?? '', now);
  const date = expirationDate && longDate(say, expirationDate);
  const key = fieldsOf([
    [say('quota.access'), hasAccess === undefined ? undefined : say(hasAccess ? 'yes' : 'no')],
    [say('quota.activated'), activationDate && longDate(say, activationDate)],
    [
      say('quota.expires'),
      date && days !== undefined ? say('quota.dateIn', { date, when: inDays(say, days) }) : date,
    ],
  ]);
  return [
    { heading: say('quota.leftHeading'), fields: fieldsOf(left) },
    { heading: say('quota.keyHeading'), fields: key },
  ].filter(({ fields }) => fields.length > 0);
}

/** The checks that are left. The service does not say how many there were. */
function leftText({ say }: ReplyContext, left: ChecksLeft | undefined): string | undefined {
  if (left === undefined) return undefined;
  if (left === 'no-limit') return say('quota.noLimit');
  return getNumberFormat(say.language, {}).format(left);
}

/** Small print that says how old the figures are, in seconds if less than a minute. */
function figuresNote(
  context: ReplyContext,
  { checkedAt, isSandbox }: DatedKeyStatus,
): string | undefined {
  const { say } = context;
  const ms = context.now - checkedAt;
  const seconds = getRelativeTimeFormat(say.language, {}).format(-Math.round(ms / 1000), 'second');
  const age = ms < 2_000 || ms >= 60_000 ? ago(say, ms, say('times.justNow')) : seconds;
  const id = isSandbox || context.isSandbox ? 'notes.sandboxFigures' : 'notes.figures';
  return joinByDots(say(id, { ago: age }), sandboxNote(context, isSandbox));
}

/**
 * The sections with the spending and the savings, with amounts of money if the price is known, and
 * with the current load. Leaves out zeros.
 */
function usageSections(
  context: ReplyContext,
  usage: Usage,
  pricePerCheck: number | undefined,
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

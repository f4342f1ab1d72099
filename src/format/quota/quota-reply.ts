import type { Outlook } from '../../checks/key/trend.ts';
import type { DatedKeyStatus, Usage } from '../../checks/usage.ts';
import { type Reply, reply } from '../../core/reply/reply.ts';
import type { ServiceFailure } from '../../provider/service-failure.ts';
import type { ReplyContext } from '../format.ts';
import { joinByDots, sandboxNote, sentences } from '../reply/compose.ts';
import {
  failureAdvice,
  failureSummary,
  failureTitle,
  messageField,
  pausedParts,
} from '../reply/failure-texts.ts';
import { getRelativeTimeFormat } from '../texts/intl.ts';
import { titleAndSummary } from '../texts/say.ts';
import { ago, roughTimeFromNow } from '../texts/times.ts';
import { spentBudgetParts } from './allowance-reply.ts';
import { forecastSections } from './forecast-section.ts';
import { type Headline, headline, keySections, keyStop } from './key-status.ts';
import { usageSections } from './usage-sections.ts';

/** What `/quota` shows to admins. */
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
export function quotaReply(context: ReplyContext, parts: QuotaParts): Reply {
  const { key } = parts;
  if (key === undefined) return waitingReply(context, parts);
  if (key instanceof Error) return unreadableReply(context, parts, key);
  return keyReply(context, parts, key);
}

/** While the status of the key is read, the spending is shown already. */
function waitingReply(context: ReplyContext, parts: QuotaParts): Reply {
  const { say } = context;
  const { startsInMs } = parts.usage;
  const starting =
    startsInMs !== undefined
      ? say('waiting.starting', { when: roughTimeFromNow(say, startsInMs) })
      : undefined;
  return reply({
    sections: usageSections(context, parts),
    isPrivate: true,
    note: sandboxNote(context),
    tone: 'progress',
    isPlaceholder: starting === undefined,
    title: say('waiting.quota'),
    summary: starting,
  });
}

/** If the status of the key cannot be read. */
function unreadableReply(context: ReplyContext, parts: QuotaParts, failure: ServiceFailure): Reply {
  const stop = pauseParts(context, parts.usage);
  const sections = [
    { fields: messageField(context, failure) },
    ...usageSections(context, parts),
  ].filter(({ fields }) => fields.length > 0);
  return reply({
    sections,
    isPrivate: true,
    note: sandboxNote(context),
    ...(stop ?? unreadableParts(context, failure, budgetStop(context, parts.usage))),
  });
}

/** If the status of the key is known. */
function keyReply(context: ReplyContext, parts: QuotaParts, key: DatedKeyStatus): Reply {
  const { usage, outlook } = parts;
  const { status } = key;
  // Without a monthly limit there is nothing to forecast.
  const hasForecast = outlook !== undefined && typeof status.checksLeft.month === 'number';
  const stop = pauseParts(context, usage) ?? keyStop(context, status) ?? budgetStop(context, usage);
  return reply({
    ...(stop ?? headline(context, status)),
    isPrivate: true,
    sections: [
      ...keySections(context, status),
      ...(hasForecast ? forecastSections(context, outlook) : []),
      ...usageSections(context, parts),
    ],
    note: figuresNote(context, key),
  });
}

/** The reason why no check is sent at the moment; undefined if checks are sent. */
function pauseParts(context: ReplyContext, { pause }: Usage): Headline | undefined {
  return pause && pausedParts(context, pause);
}

/** Says that the budget of the day is spent; undefined if it is not. */
function budgetStop(context: ReplyContext, { budget }: Usage): Headline | undefined {
  const isSpent = budget !== undefined && budget.used >= budget.limit;
  return isSpent ? spentBudgetParts(context, budget) : undefined;
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

/** Small print that says how old the figures are, in seconds if less than a minute. */
function figuresNote(
  context: ReplyContext,
  { askedAt, isSandbox }: DatedKeyStatus,
): string | undefined {
  const { say } = context;
  const ms = context.now - askedAt;
  const seconds = getRelativeTimeFormat(say.language, {}).format(-Math.round(ms / 1000), 'second');
  const age = ms < 2_000 || ms >= 60_000 ? ago(say, ms, say('times.justNow')) : seconds;
  const id = isSandbox || context.isSandbox ? 'notes.sandboxFigures' : 'notes.figures';
  return joinByDots(say(id, { ago: age }), sandboxNote(context, isSandbox));
}

import type { ReplyParts, Section } from '../../core/reply/reply.ts';
import type { ChecksLeft, KeyStatus } from '../../provider/device.ts';
import type { ReplyContext } from '../format.ts';
import { fieldsOf } from '../reply/compose.ts';
import { failureForAdmins } from '../reply/failure-texts.ts';
import { getNumberFormat } from '../texts/intl.ts';
import { daysUntil, inDays, longDate } from '../texts/times.ts';

/** Days before the key's expiry from which the reply warns, and from which it is urgent. */
const WARNING_DAYS = 14;
export const PRESSING_DAYS = 3;

/** The periods of limits, longest first. */
const PERIODS = ['month', 'day', 'hour'] as const;

/** The first lines of a reply about the key. */
export type Headline = Pick<ReplyParts, 'tone' | 'title' | 'summary'>;

/** The reason why the key answers no check; undefined if it does. */
export function keyStop(context: ReplyContext, status: KeyStatus): Headline | undefined {
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

/**
 * The most important fact about a key that answers checks, and how bad it is:
 *
 *     it expires within 3 days     bad       “The key expires in 2 days”
 *     it expires within 14 days    warning   the checks left, and then when it expires
 *     nothing is wrong             good      “1,347 checks left this month”
 */
export function headline(context: ReplyContext, status: KeyStatus): Headline {
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

/** The sections with the checks that are left, and the dates of the key. */
export function keySections(context: ReplyContext, status: KeyStatus): readonly Section[] {
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

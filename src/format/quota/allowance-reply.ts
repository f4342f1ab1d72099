import type { DayAllowance, Pause, Usage } from '../../checks/usage.ts';
import type { Principal } from '../../core/principal.ts';
import { type Reply, type ReplyParts, reply } from '../../core/reply/reply.ts';
import { msUntilMidnight } from '../../core/time/days.ts';
import type { ReplyContext } from '../format.ts';
import { joinByDots, sandboxNote, sentences } from '../reply/compose.ts';
import { failureTitle } from '../reply/failure-texts.ts';
import { roughTimeFromNow } from '../texts/times.ts';

/** If no more than this share of a day's checks is left, answers say how many are left. */
const NEARLY_USED_UP = 0.2;

interface AllowanceParts {
  readonly requester: Principal;
  /** Undefined if the person has no limit. */
  readonly allowance: DayAllowance | undefined;
  /** The reason why no check is sent at the moment; undefined if checks are sent. */
  readonly pause: Pause | undefined;
}

/** The reply with the checks that a person has left today, and their id for the operator. */
export function allowanceReply(
  context: ReplyContext,
  { requester, allowance, pause }: AllowanceParts,
): Reply {
  const { say } = context;
  const id = say('allowance.id', { id: requester });
  const note = joinByDots(id, sandboxNote(context));
  const base = { isPrivate: true, note } as const satisfies Partial<ReplyParts>;
  const reason = pauseText(context, pause);
  const isGood = reason === undefined && allowance?.left !== 0;
  const tone = isGood ? 'good' : 'warning';
  if (allowance === undefined) {
    return reply({ ...base, tone, title: say('allowance.unlimited'), summary: reason });
  }
  const { left, limit, renewsAt } = allowance;
  return reply({
    ...base,
    tone,
    title: say('allowance.title', { left, limit }),
    summary: sentences(renewalText(context, renewsAt), reason),
  });
}

/** A sentence that says why no check is sent at the moment; undefined if checks are sent. */
export function pauseText({ say }: ReplyContext, pause: Pause | undefined): string | undefined {
  return pause && say('failure.sentence', { title: failureTitle(say, pause) });
}

/** For admins: how much of everybody's checks of the day may be spent, and that all of it is. */
export function spentBudgetParts(
  { say, now }: ReplyContext,
  { limit }: Pick<NonNullable<Usage['budget']>, 'limit'>,
): ReplyParts {
  const when = roughTimeFromNow(say, msUntilMidnight(now));
  return {
    tone: 'bad',
    title: say('alerts.budget.usedUp.title'),
    summary: say('alerts.budget.usedUp.summary', { limit, when }),
  };
}

/**
 * Says when there are new checks: “There’ll be new ones …”. The text before it has to mention
 * today's checks, since “ones” refers to them.
 */
export function renewalText({ say, now }: ReplyContext, renewsAt: number): string {
  return say('allowance.renewed', { when: roughTimeFromNow(say, renewsAt - now) });
}

/** Small print that says how many checks are left today; undefined if many are. */
export function nearlyUsedUpNote(
  { say }: ReplyContext,
  { left, limit }: DayAllowance,
): string | undefined {
  return left > limit * NEARLY_USED_UP ? undefined : say('allowance.left', { left });
}

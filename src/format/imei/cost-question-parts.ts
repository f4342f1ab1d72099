import type { DayAllowance, Pause } from '../../checks/usage.ts';
import type { ReplyParts } from '../../core/reply/reply.ts';
import type { ImeiList } from '../../lists/list.ts';
import type { ReplyContext } from '../format.ts';
import { pauseText, renewalText } from '../quota/allowance-reply.ts';
import { fieldsOf, sandboxNote, sentences } from '../reply/compose.ts';
import { getNumberFormat } from '../texts/intl.ts';
import { amountText } from '../texts/phrases.ts';
import { roughTimeFromNow } from '../texts/times.ts';

/**
 * The question about the cost of a long list: how many numbers are checked now, what they cost at
 * most, and when the answer is ready.
 */
export function costQuestionParts(
  context: ReplyContext,
  { entries, repeats }: ImeiList,
  about: {
    readonly cost: number;
    readonly durationMs: number;
    readonly pricePerCheck: number | undefined;
    /** The person's allowance, if too little of it is left for all numbers. */
    readonly shortAllowance?: DayAllowance | undefined;
    /** The reason why no check is sent now, so that nobody knows when the answer is ready. */
    readonly pause?: Pause | undefined;
  },
): ReplyParts {
  const { say } = context;
  const { cost, durationMs, pricePerCheck, shortAllowance, pause } = about;
  const reason = pauseText(context, pause);
  const later = entries.filter(({ outcome }) => outcome?.kind === 'later').length;
  const settled = entries.length - later - cost;
  const repeated =
    repeats.length > 0 ? say('list.duplicates', { count: repeats.length }) : undefined;
  const costs = fieldsOf([
    [
      say('costQuestion.saved'),
      settled > 0 ? getNumberFormat(say.language, {}).format(settled) : undefined,
    ],
    [say('costQuestion.cost'), amountText(say, cost, pricePerCheck)],
    [
      say('costQuestion.ready'),
      reason === undefined ? roughTimeFromNow(say, durationMs) : undefined,
    ],
  ]);
  const base = { sections: [{ fields: costs }], note: sandboxNote(context) };
  if (shortAllowance !== undefined) {
    return {
      ...base,
      tone: 'warning',
      title: say('costQuestion.limited', { count: entries.length, left: shortAllowance.left }),
      summary: sentences(renewalText(context, shortAllowance.renewsAt), repeated, reason),
    };
  }
  return {
    ...base,
    tone: 'neutral',
    title: say('costQuestion.title', { count: entries.length - later }),
    summary: sentences(
      reason,
      repeated,
      later > 0 ? say('list.later', { count: later }) : undefined,
      say('costQuestion.summary'),
    ),
  };
}

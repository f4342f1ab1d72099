import type { DayAllowance, PauseReason } from '../../checks/usage.ts';
import type { ReplyParts } from '../../core/reply.ts';
import type { ImeiList } from '../../lists/list.ts';
import { amountText } from '../phrases.ts';
import { pauseText, renewalText } from '../quota/allowance.ts';
import { fieldsOf, sandboxNote, sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { getNumberFormat } from '../texts/intl.ts';
import { inAbout } from '../times.ts';

/**
 * Shows a long list before it runs: how many are checked now, what they cost at most, and how long
 * they take.
 */
export function costQuestionParts(
  view: View,
  { entries, repeats }: ImeiList,
  about: {
    readonly cost: number;
    readonly durationMs: number;
    readonly pricePerCheck: number | undefined;
    /** The person's day, if what is left of it is not enough for all. */
    readonly shortDay?: DayAllowance | undefined;
    /** Why nothing is sent at the moment, if so: then nobody knows when it will be ready. */
    readonly paused?: PauseReason | undefined;
  },
): ReplyParts {
  const { say } = view;
  const { cost, durationMs, pricePerCheck, shortDay, paused } = about;
  const reason = pauseText(view, paused);
  const later = entries.filter(({ outcome }) => outcome?.kind === 'later').length;
  const saved = entries.length - later - cost;
  const repeated =
    repeats.length > 0 ? say('list.duplicates', { count: repeats.length }) : undefined;
  const costs = fieldsOf([
    [
      say('costQuestion.saved'),
      saved > 0 ? getNumberFormat(say.language, {}).format(saved) : undefined,
    ],
    [say('costQuestion.cost'), amountText(say, cost, pricePerCheck)],
    [say('costQuestion.ready'), reason === undefined ? inAbout(say, durationMs) : undefined],
  ]);
  const base = { sections: [{ fields: cost === 0 ? [] : costs }], note: sandboxNote(view) };
  if (shortDay !== undefined) {
    return {
      ...base,
      tone: 'warning',
      title: say('costQuestion.limited', { count: entries.length, left: shortDay.left }),
      summary: sentences(renewalText(view, shortDay.renewedAt), repeated, reason),
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

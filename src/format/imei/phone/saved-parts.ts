import type { Answer } from '../../../checks/contract.ts';
import type { ReplyParts } from '../../../core/reply/reply.ts';
import { asShown, type ListEntry } from '../../../lists/list.ts';
import type { ReplyContext } from '../../format.ts';
import { sentences } from '../../reply/compose.ts';
import { clashText } from './clash.ts';
import { answeredParts, type Detail } from './phone-parts.ts';

interface SavedOptions {
  readonly savedAnswer: Answer;
  /** Says why there is no new answer, or none yet. */
  readonly why: Omit<ReplyParts, 'tone'>;
  readonly detail: Detail;
}

/** The parts of a reply with the saved answer to a fresh check, and why there is no new one. */
export function savedParts(
  context: ReplyContext,
  entry: ListEntry,
  { savedAnswer, why, detail }: SavedOptions,
): ReplyParts {
  const { number, tacEntry } = entry;
  // Not “no check used”, as for other saved answers: the fresh check may have used one.
  const answer: Answer =
    savedAnswer.source === 'cache' ? { ...savedAnswer, source: 'service' } : savedAnswer;
  const parts = answeredParts(context, [number], answer, { tacEntry, detail });
  const messages = (why.sections ?? []).filter(({ fields }) => fields.length > 0);
  return {
    ...parts,
    tone: 'warning',
    summary: sentences(
      clashText(context, asShown(entry)),
      context.say('failure.sentence', { title: why.title }),
      why.summary,
      parts.summary,
    ),
    sections: [...(parts.sections ?? []), ...messages],
  };
}

import type { ReplyParts, Section } from '../../../core/reply/reply.ts';
import {
  deviceIn,
  type ImeiList,
  type ListEntry,
  nextOf,
  shortAllowanceIn,
} from '../../../lists/list.ts';
import { isTooOld, mayBePaid } from '../../../lists/outcome.ts';
import type { ReplyContext } from '../../format.ts';
import { renewalText } from '../../quota/allowance-reply.ts';
import { joinByDots, sandboxNote, sentences } from '../../reply/compose.ts';
import { whatToDo } from '../../reply/failure-texts.ts';
import { unitList } from '../../texts/phrases.ts';
import { groupBy } from '../group-by.ts';
import { clashSections, pairClashText } from '../phone/clash.ts';
import type { Detail } from '../phone/phone-parts.ts';
import { sharedReasonSections } from '../without-answer/invalid-numbers.ts';
import { countsOf, listTitle, toneOf } from './list-counts.ts';
import { entrySections, nameIn, reasonSections } from './list-lines.ts';
import { ordinalsOf } from './ordinals.ts';

/** The most models that the sum of a list names. */
const MAX_MODELS = 4;
/** The most clashes of a table that the reply names. The table has all of them. */
const MAX_CLASHES_IN_TABLE = 10;

/**
 * The parts of a reply with a list: counts, hints, how many phones of each model there are, a line
 * for each answer in the order of the message, and the numbers without an answer below the reasons.
 *
 *     3 found, 1 not checked                         title
 *     2× iPhone 13, 1 other                          the models
 *     1. 356938035643809 · Apple iPhone 13           an answer
 *     …
 *     Not checked (1)                                the reason, and the numbers that have it
 *     4. 490154203237518
 *
 * @param options.shown the entries that the reply lists: of a table only some, or none
 */
export function listParts(
  context: ReplyContext,
  list: ImeiList,
  {
    detail,
    shown = list.entries,
  }: { readonly detail: Detail; readonly shown?: readonly ListEntry[] },
): ReplyParts {
  const { say } = context;
  const { isTable } = list;
  const counts = countsOf(list);
  const ordinals = ordinalsOf(list);
  const pair = pairClashText(context, list);
  const hints = failureHints(context, list);
  return {
    tone: pair === undefined ? toneOf(list, counts) : 'warning',
    title: listTitle(context, list, counts),
    summary: sentences(
      list.entries.some(({ outcome }) => isTooOld(outcome))
        ? say('notices.tooOld.summary')
        : undefined,
      pair,
      isTable && list.repeats.length > 0
        ? say('list.duplicates', { count: list.repeats.length })
        : undefined,
      laterText(context, list),
      hints.mayHaveCost,
      hints.whatToDo,
      detail === 'full' && !isTable && counts.found > 0
        ? say('list.fullInFile', { button: say('actions.list') })
        : undefined,
    ),
    sections: [
      ...clashSections(context, list, ordinals, isTable ? MAX_CLASHES_IN_TABLE : undefined),
      ...sumSections(context, list),
      ...entrySections(context, list, shown, ordinals),
      ...reasonSections(context, list, shown, ordinals),
      ...(isTable ? [] : sharedReasonSections(context, list, ordinals)),
    ],
    note: listNote(context, list),
  };
}

/** The number of IMEIs left for later, and when the allowance is renewed if it is short. */
function laterText(context: ReplyContext, { entries }: ImeiList): string | undefined {
  const { say } = context;
  const count = nextOf(entries).length;
  if (count === 0) return undefined;
  const allowance = shortAllowanceIn(entries);
  if (allowance === undefined) return say('list.later', { count });
  const title = say('costQuestion.limited', { count, left: allowance.left });
  return sentences(say('failure.sentence', { title }), renewalText(context, allowance.renewsAt));
}

/** The sum: `4× iPhone 13, 3× Galaxy A52s, 5 others`. Empty if all models differ. */
function sumSections(context: ReplyContext, { entries }: ImeiList): readonly Section[] {
  const { say } = context;
  const found = entries.filter((entry) => deviceIn(entry) !== undefined);
  const groups = [...groupBy(found, modelOf).values()];
  const models = groups
    .filter((group) => group.length > 1)
    .toSorted((first, second) => second.length - first.length)
    .slice(0, MAX_MODELS);
  if (models.length === 0) return [];
  const otherCount = groups.filter((group) => !models.includes(group)).flat().length;
  const texts = models.map((group) =>
    say('list.sum.model', { count: group.length, name: nameIn(context, group[0]) }),
  );
  const rest = otherCount > 0 ? [say('list.sum.others', { count: otherCount })] : [];
  return [{ fields: [], lines: [unitList(say, [...texts, ...rest])] }];
}

function modelOf(entry: ListEntry): string {
  const device = deviceIn(entry);
  return JSON.stringify([device?.brand, device?.model]);
}

/** The texts about the failed checks of a list. */
interface FailureHints {
  /** Some of the failed checks may have been paid for. */
  readonly mayHaveCost: string | undefined;
  /** Advice about the first failure for which there is something to do. */
  readonly whatToDo: string | undefined;
}

function failureHints(context: ReplyContext, { entries }: ImeiList): FailureHints {
  const mayHaveCost = entries.some(({ outcome }) => mayBePaid(outcome));
  const hints = entries.map(({ outcome }) =>
    outcome?.kind === 'failed' ? whatToDo(context, outcome.failure) : undefined,
  );
  return {
    mayHaveCost: mayHaveCost ? context.say('failure.maybePaidSome') : undefined,
    whatToDo: hints.find((hint) => hint !== undefined),
  };
}

/** Small print: how many answers are new from the service, how many saved; the sandbox's mark. */
export function listNote(context: ReplyContext, { entries }: ImeiList): string | undefined {
  const answers = entries.flatMap(({ outcome }) =>
    outcome?.kind === 'answered' ? [outcome.answer] : [],
  );
  const checkedNow = answers.filter(({ source }) => source === 'service').length;
  const saved = answers.length - checkedNow;
  const isSandbox = answers.some((answer) => answer.isSandbox);
  return joinByDots(
    checkedNow > 0 ? context.say('list.checkedNow', { count: checkedNow }) : undefined,
    saved > 0 ? context.say('list.saved', { count: saved }) : undefined,
    sandboxNote(context, isSandbox),
  );
}

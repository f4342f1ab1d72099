import type { Field, ReplyParts, Section } from '../../../core/reply/reply.ts';
import { type ImeiProblem, type InvalidNumber, impliedImei } from '../../../imei/findings.ts';
import { type Imei, tacOf } from '../../../imei/imei.ts';
import type { ImeiList } from '../../../lists/list.ts';
import type { TacEntry } from '../../../tac/table.ts';
import type { ReplyContext } from '../../format.ts';
import { joinByDots } from '../../reply/compose.ts';
import { shownInput } from '../../reply/masked.ts';
import { groupBy } from '../group-by.ts';
import { numberedLine, type Ordinals, ordinalsOf } from '../list/ordinals.ts';
import { brandAndModel } from '../phone/phone-name.ts';
import { problemText } from './problem-text.ts';

/** The most invalid numbers of a table that the reply names. The table has all of them. */
const MAX_IN_TABLE = 10;
/** If there are more repairs, none is offered: none is likely enough to pay for. */
const MAX_REPAIRS = 3;

/** The parts of a reply whose only number is invalid: the reason, and likely IMEIs. */
export function invalidParts(
  context: ReplyContext,
  { text, why }: InvalidNumber,
  tacEntryOf: (tac: string) => TacEntry | undefined = () => undefined,
): Pick<ReplyParts, 'title' | 'summary' | 'sections'> {
  const likely = likelyImeis(context, why).map((imei) => {
    const name = tacEntryOf(tacOf(imei));
    return joinByDots(imei, name && brandAndModel(name.brand, name.model)) ?? imei;
  });
  const number: Field = { label: context.say('problems.given'), value: shownInput(context, text) };
  const meant = { heading: context.say('problems.repairs'), fields: [], lines: likely };
  const { title, summary } = problemText(context, why);
  return {
    title,
    summary,
    sections: [{ fields: [number] }, ...(likely.length > 0 ? [meant] : [])],
  };
}

/** An invalid number and the reason, on one line. */
export function invalidLine(context: ReplyContext, { text, why }: InvalidNumber): string {
  return joinByDots(shownInput(context, text), problemText(context, why).short) ?? '';
}

/** The invalid numbers whose reason no other number has. A list shows each one in its line. */
export function ownReasons(
  context: ReplyContext,
  invalid: readonly InvalidNumber[],
): readonly InvalidNumber[] {
  const groups = [...groupByReason(context, invalid).values()];
  return groups.filter((group) => group.length === 1).flat();
}

/** A section for each reason that several invalid numbers have. */
export function sharedReasonSections(
  context: ReplyContext,
  list: ImeiList,
  ordinals: Ordinals,
): readonly Section[] {
  const groups = [...groupByReason(context, list.invalid)].filter(([, group]) => group.length > 1);
  return groups.map(([reason, group]) => ({
    heading: context.say('list.heading', {
      heading: capitalized(context, reason),
      count: group.length,
    }),
    fields: [],
    lines: numbersToName(list, group).map((number) =>
      numberedLine(ordinals, number, shownInput(context, number.text)),
    ),
  }));
}

/** The sections with the invalid numbers, each reason once, if they are not part of a list. */
export function invalidSections(context: ReplyContext, list: ImeiList): readonly Section[] {
  const { say } = context;
  const singles = ownReasons(context, list.invalid);
  const ordinals = ordinalsOf(list);
  const hasSeveralLines = list.invalid.some(({ line }) => line > 1);
  const lines = numbersToName(list, singles).map((number) => {
    const text = invalidLine(context, number);
    return hasSeveralLines ? numberedLine(ordinals, number, text) : text;
  });
  const heading = say('list.heading', {
    heading: say('list.headings.invalid'),
    count: singles.length,
  });
  return [
    ...(singles.length > 0 ? [{ heading, fields: [], lines }] : []),
    ...sharedReasonSections(context, list, ordinals),
  ];
}

/** The IMEIs that were probably meant: correction and repairs. None if others can read. */
export function likelyImeis(context: ReplyContext, problem: ImeiProblem): readonly Imei[] {
  const correction = context.visibility === 'private' ? impliedImei(problem) : undefined;
  return [...(correction ? [correction] : []), ...shownRepairs(context, problem)];
}

/**
 * The likely repairs of a typo; none if there are too many, or if others can read: repairs contain
 * the serial number.
 */
export function shownRepairs({ visibility }: ReplyContext, problem: ImeiProblem): readonly Imei[] {
  const repairs = problem.kind === 'check-digit' ? problem.repairs : [];
  return visibility === 'private' && repairs.length <= MAX_REPAIRS ? repairs : [];
}

/** The invalid numbers that the reply names: of a table only the first ones. */
function numbersToName(
  { isTable }: ImeiList,
  invalid: readonly InvalidNumber[],
): readonly InvalidNumber[] {
  return isTable ? invalid.slice(0, MAX_IN_TABLE) : invalid;
}

function groupByReason(
  context: ReplyContext,
  invalid: readonly InvalidNumber[],
): ReadonlyMap<string, readonly InvalidNumber[]> {
  return groupBy(invalid, ({ why }) => problemText(context, why).short);
}

function capitalized({ say }: ReplyContext, text: string): string {
  return text.charAt(0).toLocaleUpperCase(say.language) + text.slice(1);
}

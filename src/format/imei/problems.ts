import type { Field, ReplyParts, Section } from '../../core/reply.ts';
import {
  correctedIn,
  type ImeiProblem,
  type InvalidNumber,
  keyOfReason,
  type UnsureImei,
  type WhyUnsure,
} from '../../imei/findings.ts';
import { type Imei, tacOf } from '../../imei/imei.ts';
import type { ImeiList } from '../../lists/list.ts';
import type { TacEntry } from '../../tac/table.ts';
import { joinByDots, sentences } from '../reply/compose.ts';
import { shownImei, shownInput, shownWord } from '../reply/masked.ts';
import { oneLine, type View } from '../reply/view.ts';
import { brandAndModel } from './device.ts';
import { groupBy } from './group-by.ts';
import { numberedLine, type Ordinals, ordinalsOf } from './ordinals.ts';

/**
 * Most numbers of one name that are shown if a table has all of them: enough to see what they are.
 */
const MAX_SHOWN = 3;
/** Invalid numbers of a table that the reply names; the table has all of them. */
const MAX_IN_TABLE = 10;
const LONGEST_NAME = 40;
/** Most repairs that are offered: with more, none is likely enough to pay for. */
const MAX_REPAIRS = 3;

/** Numbers to confirm that have one name. */
export interface UnsureGroup {
  /** What {@link keyOfReason} returns for each of them. */
  readonly key: string;
  readonly name: string;
  readonly numbers: readonly UnsureImei[];
}

/**
 * The person's own word for a number to confirm, or what is unusual about it. It also stands beside
 * a masked number, so it must not give away its digits.
 */
export function unsureName(view: View, why: WhyUnsure): string {
  if (why.kind === 'named') {
    return shownWord(view, oneLine(why.name, LONGEST_NAME)).replace(/:$/, '');
  }
  return view.say(`unsure.names.${why.kind}`, { name: why.kind === 'column' ? why.name : '' });
}

/** Numbers to confirm by their names, in the order of the text. */
export function unsureGroups(view: View, unsure: readonly UnsureImei[]): readonly UnsureGroup[] {
  const groups = groupBy(unsure, ({ why }) => keyOfReason(why));
  return Array.from(groups, ([key, numbers]) => ({
    key,
    name: unsureName(view, numbers[0].why),
    numbers,
  }));
}

/** Numbers to confirm, each with its name, at their places in a list. */
export function unsureLines(
  view: View,
  unsure: readonly UnsureImei[],
  ordinals: Ordinals | undefined,
): readonly string[] {
  return unsure.map((number) => {
    const text = `${unsureName(view, number.why)}: ${shownImei(view, number.imei)}`;
    return ordinals === undefined ? text : numberedLine(ordinals, number, text);
  });
}

/** The first numbers to confirm of each name, if a file has all of them. */
export function unsureLinesOfFile(view: View, unsure: readonly UnsureImei[]): readonly string[] {
  return unsureGroups(view, unsure).map(({ name, numbers }) => {
    const shown = numbers.slice(0, MAX_SHOWN).map(({ imei }) => shownImei(view, imei));
    const more = numbers.length > MAX_SHOWN ? ', …' : '';
    return `${name} (${numbers.length}): ${shown.join(', ')}${more}`;
  });
}

/** The reply to a text whose only number is invalid: the reason and a likely correction. */
export function invalidParts(
  view: View,
  { text, why }: InvalidNumber,
  tacName: (tac: string) => TacEntry | undefined = () => undefined,
): Pick<ReplyParts, 'title' | 'summary' | 'sections'> {
  const repairs = shownCorrections(view, why).map((imei) => {
    const name = tacName(tacOf(imei));
    return joinByDots(imei, name && brandAndModel(name.brand, name.model)) ?? imei;
  });
  const number: Field = { label: view.say('problems.given'), value: shownInput(view, text) };
  const meant = { heading: view.say('problems.repairs'), fields: [], lines: repairs };
  const { title, summary } = problemText(view, why);
  return {
    title,
    summary,
    sections: [{ fields: [number] }, ...(repairs.length > 0 ? [meant] : [])],
  };
}

/** An invalid number and what is wrong with it, on one line. */
export function invalidLine(view: View, { text, why }: InvalidNumber): string {
  return joinByDots(shownInput(view, text), problemText(view, why).short) ?? '';
}

/** Invalid numbers whose reason no other one has: they are shown with it, at their places. */
export function ownReasons(
  view: View,
  invalid: readonly InvalidNumber[],
): readonly InvalidNumber[] {
  const groups = [...byReason(view, invalid).values()];
  return groups.filter((group) => group.length === 1).flat();
}

/** The invalid numbers that have a reason in common, below it. */
export function sharedReasonSections(
  view: View,
  list: ImeiList,
  ordinals: Ordinals,
): readonly Section[] {
  const groups = [...byReason(view, list.invalid)].filter(([, group]) => group.length > 1);
  return groups.map(([reason, group]) => ({
    heading: view.say('list.heading', {
      heading: capitalized(view, reason),
      count: group.length,
    }),
    fields: [],
    lines: namedIn(list, group).map((number) =>
      numberedLine(ordinals, number, shownInput(view, number.text)),
    ),
  }));
}

/** Invalid numbers below something else, each reason once; empty if there are none. */
export function invalidSections(view: View, list: ImeiList): readonly Section[] {
  const { say } = view;
  const singles = ownReasons(view, list.invalid);
  const ordinals = ordinalsOf(list);
  const severalLines = list.invalid.some(({ line }) => line > 1);
  const lines = namedIn(list, singles).map((number) => {
    const text = invalidLine(view, number);
    return severalLines ? numberedLine(ordinals, number, text) : text;
  });
  const heading = say('list.heading', {
    heading: say('list.headings.invalid'),
    count: singles.length,
  });
  return [
    ...(singles.length > 0 ? [{ heading, fields: [], lines }] : []),
    ...sharedReasonSections(view, list, ordinals),
  ];
}

/** Those of some invalid numbers that the reply names. */
function namedIn(
  { isTable }: ImeiList,
  invalid: readonly InvalidNumber[],
): readonly InvalidNumber[] {
  return isTable ? invalid.slice(0, MAX_IN_TABLE) : invalid;
}

function byReason(
  view: View,
  invalid: readonly InvalidNumber[],
): ReadonlyMap<string, readonly InvalidNumber[]> {
  return groupBy(invalid, ({ why }) => problemText(view, why).short);
}

function capitalized({ say }: View, text: string): string {
  return text.charAt(0).toLocaleUpperCase(say.language) + text.slice(1);
}

/** The corrected number, or its likely repairs; empty if others can read. */
export function shownCorrections(view: View, problem: ImeiProblem): readonly Imei[] {
  const corrected = view.visibility === 'private' ? correctedIn(problem) : undefined;
  return [...(corrected ? [corrected] : []), ...shownRepairs(view, problem)];
}

/**
 * IMEIs that differ from a typo by one digit, if there are few; empty if others can read: they
 * contain the serial number.
 */
export function shownRepairs({ visibility }: View, problem: ImeiProblem): readonly Imei[] {
  const repairs = problem.kind === 'check-digit' ? problem.repairs : [];
  return visibility === 'private' && repairs.length <= MAX_REPAIRS ? repairs : [];
}

/** What is wrong with a number; `short` fits on one line of a list. */
export function problemText(
  view: View,
  problem: ImeiProblem,
): { readonly title: string; readonly summary: string; readonly short: string } {
  const { say } = view;
  const values = valuesOf(view, problem);
  const network = problem.kind === 'check-digit' ? problem.networkForm : undefined;
  return {
    title: say(`problems.${problem.kind}.title`),
    summary:
      sentences(
        say(`problems.${problem.kind}.summary`, values),
        network && say('problems.check-digit.networkForm', { imei: shownInput(view, network) }),
      ) ?? '',
    short: say(`problems.${problem.kind}.short`, values),
  };
}

/** What the texts of a problem say about this number; undefined if nothing. */
function valuesOf({ say }: View, problem: ImeiProblem) {
  switch (problem.kind) {
    case 'too-short':
    case 'too-long':
      return { digits: problem.digits };
    case 'check-digit':
      return { expected: problem.expected, given: problem.given };
    case 'letter':
      return { character: problem.character, position: problem.position };
    case 'looks-like':
      return { what: say(`problems.looks-like.kinds.${problem.what}`) };
    default:
      return undefined;
  }
}

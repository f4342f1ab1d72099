import type { Reply, Section } from '../../core/reply.ts';
import type { FoundImei, FoundProblem } from '../../imei/find/findings.ts';
import type { Imei } from '../../imei/number/imei.ts';
import type { ImeiProblem } from '../../imei/number/problem.ts';
import { compose, notes, sentences } from '../reply/compose.ts';
import { shownImei, shownTyped, type View } from '../reply/view.ts';
import { tableNameText } from './device.ts';
import type { TacName } from './outcome.ts';
import { warningText } from './warnings.ts';

/** Most repairs a reply mentions, and most it offers to check: with many candidates none is likely enough to pay for. */
const MOST_REPAIRS_TOLD = 10;
const MOST_REPAIRS_OFFERED = 3;
/** Most parts for which a reply to a message with too many IMEIs says where to split. */
const MOST_PARTS = 10;

/** English until the catalogues have it. */
const DOUBTFUL = {
  title: (imei: string) => `Is it ${imei}?`,
  lead: 'I am not sure that I read it right, so I have not checked it. Please compare it with the picture.',
  short: 'is it this one? Please compare, not checked',
};

interface ProblemText {
  readonly title: string;
  readonly lead: string;
  /** A few words that fit on one line of a list. */
  readonly short: string;
}

/** The reply to a text that contains nothing like an IMEI. */
export function hintReply({ words }: View, examples: readonly string[]): Reply {
  const { title, lead, example } = words.hint;
  return compose({
    tone: 'warning',
    title,
    lead,
    sections: [{ heading: example, fields: [], lines: examples }],
  });
}

/**
 * The reply to a text whose numbers are all invalid: what is wrong with each, and for a single one the likely repairs with
 * the open table's names.
 */
export function problemsReply(
  view: View,
  problems: readonly FoundProblem[],
  tableName: (imei: Imei) => TacName | undefined,
): Reply {
  const [first, ...rest] = problems;
  const note = view.words.notes.nothingSpent;
  const { whereToLook, titleMany } = view.words.problems;
  if (first !== undefined && rest.length === 0) {
    const { title, lead } = problemText(view, first.problem);
    const number = { label: view.words.problems.given, value: shownTyped(view, first.text) };
    return compose({
      tone: 'bad',
      title,
      lead: isNoMistake(first.problem) ? lead : sentences(lead, whereToLook),
      sections: [{ fields: [number] }, ...repairSections(view, first.problem, tableName)],
      note,
    });
  }
  const lines = problemLines(view, problems);
  return compose({
    tone: 'bad',
    title: titleMany,
    lead: whereToLook,
    sections: [{ fields: [], lines }],
    note,
  });
}

/** One line for each invalid number: its line in the text (if there are several) and what is wrong. */
export function problemLines(view: View, problems: readonly FoundProblem[]): readonly string[] {
  const severalLines = problems.some(({ line }) => line > 1);
  return problems.map(({ text, line, problem }) => {
    const said = notes(shownTyped(view, text), problemText(view, problem).short) ?? '';
    return severalLines ? view.words.list.line(line, said) : said;
  });
}

/** What is wrong with a number, in a few words. */
export function problemShort(view: View, problem: ImeiProblem): string {
  return problemText(view, problem).short;
}

/** Repairs of a mistyped IMEI if there are few enough to offer; empty where others could read them. */
export function offeredRepairs(view: View, problem: ImeiProblem): readonly Imei[] {
  const repairs = toldRepairs(view, problem);
  return repairs.length <= MOST_REPAIRS_OFFERED ? repairs : [];
}

/** Refuses more IMEIs than one message may have and says where to split it. */
export function tooManyReply(view: View, found: readonly FoundImei[], most: number): Reply {
  const words = view.words.tooMany;
  const parts = Array.from({ length: Math.ceil(found.length / most) }, (_, part) =>
    found.slice(part * most, (part + 1) * most),
  );
  return compose({
    tone: 'warning',
    title: words.title(found.length),
    lead: words.lead(most, parts.length),
    sections:
      parts.length > MOST_PARTS
        ? []
        : [{ heading: words.partsHeading, fields: [], lines: partLines(view, parts) }],
    note: view.words.notes.nothingSpent,
  });
}

function partLines(view: View, parts: readonly (readonly FoundImei[])[]): readonly string[] {
  const words = view.words.tooMany;
  const ends = parts.map((part) => ({ part, from: part[0]?.line ?? 1, to: part.at(-1)?.line ?? 1 }));
  const byLines = ends.every(({ to }, index) => to < (ends[index + 1]?.from ?? Number.POSITIVE_INFINITY));
  return ends.map(({ part, from, to }, index) => {
    if (byLines) return words.lines(index + 1, from, to);
    const last = part.at(-1);
    return words.imeis(index + 1, part.length, last === undefined ? '' : shownImei(view, last.imei));
  });
}

function problemText(view: View, problem: ImeiProblem): ProblemText {
  const words = view.words.problems;
  switch (problem.kind) {
    case 'empty':
      return { ...words.empty, short: words.empty.title };
    case 'too-short':
      return counted(words.tooShort, problem.digits);
    case 'too-long':
      return counted(words.tooLong, problem.digits);
    case 'check-digit':
      return checkDigitText(view, problem);
    case 'letter': {
      const { title, lead, short } = words.letter;
      const { character, position } = problem;
      return { title, lead: lead(character, position), short: short(character, position) };
    }
    case 'looks-like': {
      const { title, lead, short, kinds } = words.looksLike;
      return { title, lead: lead(kinds[problem.what]), short: short(kinds[problem.what]) };
    }
    case 'placeholder':
      return words.placeholder;
    case 'card':
      return words.card;
    case 'unassigned':
      return unassignedText(view, problem);
    case 'doubtful':
      return doubtfulText(view, problem);
    case 'cut-off':
      return view.words.files.cutOff;
  }
}

/** Warnings about the number come before the question whether to check it anyway. */
function unassignedText(view: View, { reading }: ImeiProblem & { kind: 'unassigned' }): ProblemText {
  const { title, lead, short } = view.words.problems.unassigned;
  return { title, lead: sentences(warningText(view, reading), lead) ?? lead, short };
}

/** The question whether this is the number, with what is to be known of it. */
function doubtfulText(view: View, { reading }: ImeiProblem & { kind: 'doubtful' }): ProblemText {
  const { title, lead, short } = DOUBTFUL;
  const warning = warningText(view, reading);
  return { title: title(shownImei(view, reading.imei)), lead: sentences(warning, lead) ?? lead, short };
}

/** Whether the number is not a typing error, so that rereading the phone's label would not help. */
function isNoMistake({ kind }: ImeiProblem): boolean {
  return kind === 'card' || kind === 'unassigned' || kind === 'doubtful';
}

/** Empty where others can read: a repair would reveal the serial, and a masked repair says nothing. */
function toldRepairs(view: View, problem: ImeiProblem): readonly Imei[] {
  return problem.kind === 'check-digit' && view.visibility === 'private' ? problem.repairs : [];
}

function repairSections(
  view: View,
  problem: ImeiProblem,
  tableName: (imei: Imei) => TacName | undefined,
): readonly Section[] {
  const words = view.words.problems.checkDigit;
  const repairs = toldRepairs(view, problem);
  if (repairs.length === 0) return [];
  const hidden = repairs.length - MOST_REPAIRS_TOLD;
  const lines = repairs.slice(0, MOST_REPAIRS_TOLD).map((imei) => {
    const name = tableName(imei);
    return notes(imei, name === undefined ? undefined : tableNameText(name)) ?? imei;
  });
  return [
    {
      heading: words.repairs,
      fields: [],
      lines: hidden > 0 ? [...lines, words.moreRepairs(hidden)] : lines,
    },
  ];
}

function counted(words: View['words']['problems']['tooShort'], digits: number): ProblemText {
  return { title: words.title, lead: words.lead(digits), short: words.short(digits) };
}

function checkDigitText(view: View, problem: ImeiProblem & { kind: 'check-digit' }): ProblemText {
  const words = view.words.problems.checkDigit;
  const { expected, given, networkForm } = problem;
  const network = networkForm === undefined ? undefined : words.networkForm(shownTyped(view, networkForm));
  return {
    title: words.title,
    lead: sentences(words.lead(expected, given), network) ?? '',
    short: words.short(expected, given),
  };
}

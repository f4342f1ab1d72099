import type { Reply, Section } from '../../core/reply.ts';
import type { FoundImei, FoundProblem } from '../../imei/find/findings.ts';
import type { Imei } from '../../imei/number/imei.ts';
import type { ImeiProblem } from '../../imei/number/problem.ts';
import { compose, notes, sentences } from '../reply/compose.ts';
import { shownImei, shownTyped, type View } from '../reply/view.ts';
import { tableNameText } from './device.ts';
import type { TacName } from './outcome.ts';
import { warningText } from './warnings.ts';

/** Most repairs a reply tells, and most it offers to check: of many, none is likely enough to spend a check on. */
const MOST_REPAIRS_TOLD = 10;
const MOST_REPAIRS_OFFERED = 3;
/** Most parts of a message that is too long whose ends are told. */
const MOST_PARTS = 10;

interface ProblemText {
  readonly title: string;
  readonly lead: string;
  /** A few words, for one line of a list. */
  readonly short: string;
}

/** The reply to a text in which nothing even looks like an IMEI. */
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
 * The reply to a text with numbers in it, none of which is an IMEI: each with what is wrong, and what a single one
 * was perhaps meant to be, with the open table's names.
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

/** One line for each wrong number: where it stands, when the text has several lines, and why it is wrong. */
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

/** Repairs of a mistyped IMEI that are few enough to be offered: none where others would read them whole. */
export function offeredRepairs(view: View, problem: ImeiProblem): readonly Imei[] {
  const repairs = toldRepairs(view, problem);
  return repairs.length <= MOST_REPAIRS_OFFERED ? repairs : [];
}

/** The refusal of more IMEIs than one message may have, with where to split it. */
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
    case 'cut-off':
      return view.words.files.cutOff;
  }
}

/** What is known of such a number comes before the question whether to check it. */
function unassignedText(view: View, { reading }: ImeiProblem & { kind: 'unassigned' }): ProblemText {
  const { title, lead, short } = view.words.problems.unassigned;
  return { title, lead: sentences(warningText(view, reading), lead) ?? lead, short };
}

/** Whether the number is told for what it is, so that looking at the phone again would not help. */
function isNoMistake({ kind }: ImeiProblem): boolean {
  return kind === 'card' || kind === 'unassigned';
}

/** A repair written out would tell others the serial, and masked it would tell nobody anything. */
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

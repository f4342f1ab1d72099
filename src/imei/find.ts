import { withoutCards } from './cards.ts';
import type { Findings } from './findings.ts';
import { fold } from './fold.ts';
import { gather, type JudgedNumber } from './gather.ts';
import { IMEI_LENGTH, type KnownTac } from './imei.ts';
import { type IncompleteNumber, takeIncomplete } from './incomplete.ts';
import type { Candidate } from './judge/candidate.ts';
import { invalidBecause } from './judge/verdicts.ts';
import { judge } from './judge.ts';
import { linesIn } from './lines.ts';
import { type LabelName, NAMELESS } from './names/number-name.ts';
import { type NamedNumber, namedNumbers } from './names.ts';
import type { WrittenNumber } from './numbers/written-number.ts';
import { numbersIn } from './numbers.ts';
import { judgeWholeText } from './whole-text.ts';

export interface FindOptions {
  /** Whether a TAC is in the table: only repairs with a known TAC are offered. */
  readonly known?: KnownTac | undefined;
  /**
   * The name that the title of a field gives its numbers, if the text is a field: a cell of a
   * column.
   */
  readonly fieldName?: LabelName;
}

/** Repairs are offered for a few numbers only: none are computed after this many invalid ones. */
const MAX_INVALID_WITH_REPAIRS = 20;

/** Only signs and at most two digits, such as `1.` */
const FEW_DIGITS = /^[^\p{L}\d]*(?:\d[^\p{L}\d]*){0,2}$/u;

/**
 * Finds the IMEIs of a text and decides what happens to each. 15 digits in a row with a right check
 * digit are never left out of the findings. Linear in the length of the text.
 *
 * The steps, in the order in which this file calls them. A file and the folder of its name belong
 * together: `fold` and `fold/`.
 *
 *     fold        makes the text plain: its digits, spaces, escapes and line ends
 *     cards       masks the numbers of payment cards
 *     incomplete  takes out the numbers that lack digits, which are invalid
 *     numbers     finds the digits that are one number; `shapes` has how IMEIs are printed
 *     names       reads what the words around each number call it, and maps the files of `names/`
 *     (here)      leaves out phone numbers: `+49 …`
 *     judge       picks a table in `judge/rules`, whose first line that fits gives the verdict
 *     whole-text  judges the text as one number, if nothing in it got a verdict
 *     gather      lists each number once
 *
 * Beside them:
 *
 *     imei         the only file that makes an `Imei`: it looks at the check digit
 *     lines        finds the lines of a text
 *     findings     the types of what is found
 *     reason-keys  how options of `/imei` name why a number is unsure
 *
 * docs/decisions/names.md says where the rule for names ends.
 */
export function findImeis(text: string, options: FindOptions = {}): Findings {
  const folded = withoutCards(fold(text));
  const { incomplete, rest } = takeIncomplete(folded);
  const judged = judgeIncomplete(incomplete, folded).concat(judgeNumbers(rest, options));
  return gather(judged.length > 0 ? judged : judgeAsOneNumber(folded));
}

function judgeIncomplete(incomplete: readonly IncompleteNumber[], folded: string): JudgedNumber[] {
  if (incomplete.length === 0) return [];
  const inOrder = incomplete.toSorted((first, second) => first.start - second.start);
  const lines = linesIn(folded);
  let line = 1;
  return inOrder.map(({ start, written, why }) => {
    // `lines[line]` is the next line: lines count from 1, indexes from 0.
    while ((lines[line]?.start ?? folded.length) <= start) line += 1;
    return { start, text: written, line, verdict: invalidBecause(why) };
  });
}

function judgeNumbers(text: string, { known, fieldName }: FindOptions): JudgedNumber[] {
  const judged: JudgedNumber[] = [];
  let invalidCount = 0;
  for (const candidate of candidatesIn(text, fieldName)) {
    const verdict = judge(candidate, invalidCount < MAX_INVALID_WITH_REPAIRS ? known : undefined);
    if (verdict === undefined) continue;
    if (verdict.kind === 'invalid') invalidCount += 1;
    const { start, written, line } = candidate;
    judged.push({ start, text: written, line, verdict });
  }
  return judged;
}

/** Finds the numbers of a folded text, and reads the words around each. */
export function candidatesIn(text: string, fieldName: LabelName = NAMELESS): readonly Candidate[] {
  return namedNumbers(text, numbersIn(text), fieldName)
    .filter(({ number }) => !isPhoneNumber(number, text))
    .map((named) => candidateOf(named, text));
}

function candidateOf(named: NamedNumber, text: string): Candidate {
  const { number, name, line } = named;
  return {
    start: number.start,
    written: text.slice(number.start, number.end),
    digits: number.digits,
    line: line.number,
    name,
    isAlone: isAlone(named, text),
    hasLetters: number.hasLetters,
    hasOddGroups: number.hasOddGroups,
  };
}

/** A number after a plus, unless it has as many digits as an IMEI: `+49 170 1234567`. */
function isPhoneNumber({ start, digits }: WrittenNumber, text: string): boolean {
  return text.charAt(start - 1) === '+' && digits.length !== IMEI_LENGTH;
}

/** Whether a number is alone on its line. Tests the text behind it first, since that is shorter. */
function isAlone({ number: { start, end }, line }: NamedNumber, text: string): boolean {
  return (
    FEW_DIGITS.test(text.slice(end, line.end)) && FEW_DIGITS.test(text.slice(line.start, start))
  );
}

function judgeAsOneNumber(folded: string): readonly JudgedNumber[] {
  const text = folded.trim();
  const verdict = judgeWholeText(text);
  return verdict === undefined ? [] : [{ start: 0, text, line: 1, verdict }];
}

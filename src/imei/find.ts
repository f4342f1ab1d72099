import type { Findings } from './findings.ts';
import { fold, WRAP } from './fold.ts';
import { gather, type Judged } from './gather.ts';
import { IMEI_LENGTH, type KnownTac } from './imei.ts';
import { type IncompleteNumber, takeIncomplete } from './incomplete.ts';
import type { Candidate } from './judge/candidate.ts';
import { refusal } from './judge/verdicts.ts';
import { judgeWholeText } from './judge/whole-text.ts';
import { judge } from './judge.ts';
import { Lines, type Place } from './lines.ts';
import { withoutCards } from './mask.ts';
import { IMEI_NAME, type Name, NameReader } from './names.ts';
import { numbersIn, type WrittenNumber } from './numbers.ts';

/** How a text is searched. */
export interface FindOptions {
  /** Whether a TAC is in the table: only repairs with a known TAC are offered. */
  readonly known?: KnownTac | undefined;
  /** The text is the content of a field for IMEIs, such as a cell of their column. */
  readonly isImeiField?: boolean;
}

/** A number of a text, with the offset and the text of what was written. */
interface WrittenCandidate extends Candidate {
  readonly start: number;
  readonly written: string;
}

/** Most numbers for which repairs are computed: they are only offered if there are few. */
const MAX_REPAIRED = 20;

/** Only signs and at most two digits, such as `1.` */
const FEW_DIGITS = /^[^\p{L}\d]*(?:\d[^\p{L}\d]*){0,2}$/u;

/**
 * Finds the IMEIs of a text and decides what happens to each. All 15 digits in a row with a right
 * check digit are checked, confirmed by a person, or refused. Linear in the length of the text.
 *
 * The steps: make the text plain (`fold`), find what is written as a number (`mask`, `incomplete`,
 * `numbers`), read what is said about each (`names`, `lines`), judge it (`judge`), and list each
 * once (`gather`).
 */
export function findImeis(text: string, options: FindOptions = {}): Findings {
  const folded = withoutCards(fold(text));
  const { incomplete, rest } = takeIncomplete(folded);
  const judged = judgeIncomplete(incomplete, folded).concat(judgeNumbers(rest, options));
  return gather(judged.length > 0 ? judged : judgeAsOneNumber(folded));
}

function judgeIncomplete(incomplete: readonly IncompleteNumber[], folded: string): Judged[] {
  const lines = new Lines(folded);
  return incomplete
    .toSorted((first, second) => first.start - second.start)
    .map(({ start, written, problem }) => ({
      start,
      text: written,
      line: lines.placeOf(start).line,
      verdict: refusal(problem),
    }));
}

function judgeNumbers(text: string, { known, isImeiField = false }: FindOptions): Judged[] {
  const judged: Judged[] = [];
  let refusals = 0;
  for (const candidate of candidatesIn(text, isImeiField)) {
    const verdict = judge(candidate, refusals < MAX_REPAIRED ? known : undefined);
    if (verdict === undefined) continue;
    if (verdict.kind === 'refuse') refusals += 1;
    const { start, written, line } = candidate;
    judged.push({ start, text: written.replaceAll(WRAP, ' '), line, verdict });
  }
  return judged;
}

/** Finds the numbers of a folded text, and reads what is said about each. */
export function* candidatesIn(text: string, isImeiField = false): Generator<WrittenCandidate> {
  const names = new NameReader();
  const lines = new Lines(text, names);
  let lastEnd = 0;
  for (const number of numbersIn(text)) {
    const { start, end, digits } = number;
    const place = lines.placeOf(start);
    const name = names.nameBefore(text.slice(lastEnd, start), place.title);
    lastEnd = end;
    if (isPhoneNumber(number, text)) continue;
    const written = text.slice(start, end);
    yield {
      start,
      written,
      digits,
      line: place.line,
      name: isImeiField ? nameInImeiField(name) : name,
      isAlone: () => isAlone(number, place, text),
      letters: number.hasLetters ? written : undefined,
    };
  }
}

/** A number after a plus, unless it has as many digits as an IMEI: `+49 170 1234567`. */
function isPhoneNumber({ start, digits }: WrittenNumber, text: string): boolean {
  return text.charAt(start - 1) === '+' && digits.length !== IMEI_LENGTH;
}

/** A field for IMEIs may have other numbers, if they are named. */
function nameInImeiField(name: Name): Name {
  return name.why?.kind === 'named' ? name : IMEI_NAME;
}

/** What follows is tested first: it is short, unless the number is the last on its line. */
function isAlone(
  { start, end }: WrittenNumber,
  { lineStart, lineEnd }: Place,
  text: string,
): boolean {
  return FEW_DIGITS.test(text.slice(end, lineEnd)) && FEW_DIGITS.test(text.slice(lineStart, start));
}

function judgeAsOneNumber(folded: string): readonly Judged[] {
  const text = folded.trim();
  const verdict = judgeWholeText(text);
  return verdict === undefined ? [] : [{ start: 0, text, line: 1, verdict }];
}

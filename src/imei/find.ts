import type { Findings, FoundImei, FoundProblem, ImeiProblem, UnsureImei } from './findings.ts';
import { fold, WRAP } from './fold.ts';
import { type KnownTac, MASK } from './imei.ts';
import { judge, letterProblem, otherNumber, refuse, type Verdict } from './judge.ts';
import { createLines } from './lines.ts';
import { withoutCards } from './mask.ts';
import { IMEI_NAME, type Name, nameBefore } from './names.ts';
import { numbersIn } from './numbers.ts';

/** How a text is searched. */
export interface FindOptions {
  /** Whether a TAC is in the table: only repairs with a known TAC are offered. */
  readonly known?: KnownTac | undefined;
  /** The text is the content of a field for IMEIs, such as a cell of their column. */
  readonly isImeiField?: boolean;
}

/** A number of a folded text and what happens to it. */
interface Judged {
  readonly start: number;
  readonly text: string;
  readonly line: number;
  readonly verdict: Verdict;
}

const RANKS = { check: 3, confirm: 2, refuse: 1 } as const;
const [LONGEST_TEXT, WHOLE] = [60, 15];
/** Most numbers for which repairs are computed: they are only offered if there are few. */
const MAX_REPAIRED = 20;

/** Numbers with missing or hidden digits. */
const FORMS: readonly (readonly [RegExp, ImeiProblem])[] = [
  // The notation of spreadsheets, which mostly have lost the last digits: `3.52E+14`.
  [/(?<![\d.,])\d[.,]\d{1,14}e\+?1[345](?!\d)/gi, { kind: 'cut-off' }],
  // A card number as this project stores it.
  [new RegExp(`(?<!${MASK})${MASK}{10,15}\\d{4}(?!\\d)`, 'g'), { kind: 'card' }],
  // 14 to 16 digits, some of them hidden: `35693803******2`.
  [
    /(?<![\p{L}\d])(?=35|86|01|99)(?=(?:[ ./-]?[\d*•●×xX#]){14,16}(?![\p{L}\d*•●×#]))\d{2}[ ./-]?\d{4}[ ./-]?\d{0,7}[ ./-]?[*•●×xX#]{2,9}[ ./-]?\d{0,5}(?![\p{L}\d*•●×#])/gu,
    { kind: 'hidden' },
  ],
];

/** Only signs and at most two digits, such as `1.` */
const FEW = /^[^\p{L}\d]*(?:\d[^\p{L}\d]*){0,2}$/u;
/** What one of the forms has. */
const PARTIAL = /e\+?1[345]|[*•●×x#]{2}/i;

/** A label before a number that is the whole text: `MEID:`. */
const LABEL =
  /^(?:imei(?:sv)?|meid|iccid|eid|s\/?n|serial(?: (?:no|number))?)(?: ?[12](?!\d))?\P{L}?/iu;
const SEPARATORS = /[\s./:#-]/g;
/** Not 14 to 16 digits: those in unusual groups are another number. */
const SHORT_OR_LONG = /^(?:\d{1,13}|\d{17,32})$/;
const MISTYPED = /^(?=(?:\D*\d){10})(?=.*\D)\d{2}[\dA-Z]{11,15}$/i;

/**
 * Finds the IMEIs of a text and decides what happens to each. All 15 digits in a row with a right check digit are checked,
 * confirmed by a person, or refused. Linear in the length of the text.
 */
export function findImeis(text: string, options: FindOptions = {}): Findings {
  const folded = withoutCards(fold(text));
  const judged: Judged[] = [];
  addNumbers(judged, withoutForms(folded, judged), options);
  const whole = folded.trim();
  const verdict = judged.length === 0 ? ofWhole(whole) : undefined;
  if (verdict !== undefined)
    judged.push({ start: 0, text: whole.slice(0, LONGEST_TEXT), line: 1, verdict });
  return gathered(judged);
}

/** Judges the numbers with missing or hidden digits, and returns the text without them. */
function withoutForms(folded: string, judged: Judged[]): string {
  if (!PARTIAL.test(folded)) return folded;
  let text = folded;
  for (const [form, problem] of FORMS) {
    const placeOf = createLines(text);
    text = text.replace(form, (written: string, start: number) => {
      judged.push({ start, text: written, line: placeOf(start).line, verdict: refuse(problem) });
      return ';'.repeat(written.length);
    });
  }
  return text;
}

function addNumbers(
  judged: Judged[],
  text: string,
  { known, isImeiField = false }: FindOptions,
): void {
  const placeOf = createLines(text);
  const names = new Map<string, Name>();
  let repaired = 0;
  let from = 0;
  for (const { start, end, digits, letters } of numbersIn(text)) {
    const { line, titled, lineStart, lineEnd } = placeOf(start);
    const name = nameBefore(text.slice(from, start), names, titled);
    const { saysImei, why, label } = isImeiField && name.why?.kind !== 'named' ? IMEI_NAME : name;
    const written = text.slice(start, end);
    from = end;
    if (text[start - 1] === '+' && digits.length !== WHOLE) continue;
    // What follows goes first: it is short, unless the number is the last on its line.
    const alone = () =>
      FEW.test(text.slice(end, lineEnd)) && FEW.test(text.slice(lineStart, start));
    const candidate = {
      digits,
      line,
      saysImei,
      label,
      why,
      alone,
      letters: letters ? written : undefined,
    };
    const verdict = judge(candidate, repaired < MAX_REPAIRED ? known : undefined);
    if (verdict === undefined) continue;
    if (verdict.kind === 'refuse') repaired += 1;
    judged.push({
      start,
      text: written.replaceAll(WRAP, ' ').slice(0, LONGEST_TEXT),
      line,
      verdict,
    });
  }
}

/** The verdict on a whole text in which nothing was found, if it is a single number. */
function ofWhole(text: string): Verdict | undefined {
  const bare = text.replace(LABEL, '').replace(SEPARATORS, '');
  if (SHORT_OR_LONG.test(bare)) return judge({ digits: bare, line: 1, saysImei: true });
  return otherNumber(bare) ?? (MISTYPED.test(bare) ? refuse(letterProblem(bare)) : undefined);
}

/** Each number once, with its most certain verdict. */
function gathered(judged: Judged[]): Findings {
  const kept = new Map<string, Judged>();
  let duplicates = 0;
  for (const one of judged.sort((first, second) => first.start - second.start)) {
    const key = keyOf(one);
    const former = kept.get(key)?.verdict.kind;
    if (former === undefined || RANKS[one.verdict.kind] > RANKS[former]) kept.set(key, one);
    if (former !== undefined && former !== 'refuse') duplicates += 1;
  }
  const found: FoundImei[] = [];
  const unsure: UnsureImei[] = [];
  const problems: FoundProblem[] = [];
  for (const { text, line, verdict } of kept.values()) {
    if (verdict.kind === 'check') found.push(verdict.found);
    else if (verdict.kind === 'confirm') unsure.push(verdict.found);
    else problems.push({ text, line, problem: verdict.problem });
  }
  return { found, unsure, problems, duplicates };
}

/** The same for two numbers of which only one is reported. */
function keyOf({ text, verdict }: Judged): string {
  if (verdict.kind !== 'refuse') return verdict.found.imei;
  return verdict.problem.kind === 'letter' ? (verdict.problem.reading?.imei ?? text) : text;
}

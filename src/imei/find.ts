import { isAlone, isInLink } from './around.ts';
import { maskedCard } from './cards.ts';
import { chainsIn } from './chains.ts';
import type { AskedImei, Findings, FoundImei, FoundProblem } from './findings.ts';
import { fold, WRAP } from './fold.ts';
import { isCardVerdict, type Judged, withoutForms } from './forms.ts';
import { hintOf } from './hints.ts';
import { asImei, type Imei } from './imei.ts';
import { judge, type Verdict } from './judge.ts';
import { CALLED, nameBefore } from './names.ts';
import { numbersOf, type WrittenNumber } from './numbers.ts';
import { type KnownTac, NONE_KNOWN } from './repairs.ts';

/** How a text is searched. */
export interface FindOptions {
  /** Whether a TAC is in the table: only repairs with a known TAC are offered. */
  readonly known?: KnownTac | undefined;
  /** The text is a field for IMEIs, such as a cell of their column. */
  readonly meant?: boolean;
}

const RANKS = { check: 3, ask: 2, refuse: 1 } as const;
const WRITTEN_LINE_ENDS = new RegExp(`[\\n${WRAP}]`, 'g');
const LONGEST_TEXT = 60;
/** Most numbers for which repairs are computed: they are only offered if there are few. */
const MOST_REPAIRED = 20;
/** As many digits in a row as an IMEI has, of any script. */
const WHOLE_RUN = /(?<!\p{Nd})\p{Nd}{15}(?!\p{Nd})/gu;

/**
 * Finds the IMEIs of a text and decides what happens to each. All 15 digits in a row with a right check digit are checked,
 * asked about or refused. Linear in the length of the text.
 */
export function findImeis(text: string, options: FindOptions = {}): Findings {
  const folded = fold(text);
  return gathered(folded, judgedIn(text, folded, options));
}

/** The IMEIs that {@link findImeis} checks, in the order of the text. */
export function imeisIn(text: string): Imei[] {
  return findImeis(text).found.map(({ imei }) => imei);
}

/**
 * The numbers of a text that are worth a word, in any order.
 * @param folded the text as {@link fold} returns it; the offsets are of this
 */
export function judgedIn(text: string, folded: string, options: FindOptions): readonly Judged[] {
  const { text: searched, judged } = withoutForms(folded, options.meant ?? false);
  const judgeNumber = createNumberJudge(searched, options);
  for (const chain of chainsIn(searched)) {
    for (const number of numbersOf(searched, chain)) {
      const one = judgeNumber(number);
      if (one !== undefined) judged.push(one);
    }
  }
  if (folded !== text) judged.push(...overlooked(text, folded, judged));
  return judged.length > 0 ? judged : alone(folded);
}

/** A whole text in which nothing was found, if it is one number. */
function alone(folded: string): readonly Judged[] {
  const text = folded.trim();
  const verdict = hintOf(text);
  if (verdict === undefined) return [];
  return [{ start: 0, end: folded.length, text: shownText(text, text.replace(/\D/g, ''), verdict), verdict }];
}

/** Returns a function that judges the numbers of a text, which have to be given in its order. */
function createNumberJudge(
  text: string,
  { known = NONE_KNOWN, meant = false }: FindOptions,
): (number: WrittenNumber) => Judged | undefined {
  let repaired = 0;
  let from = 0;
  return ({ start, end, digits, letters, inFours }) => {
    const written = text.slice(start, end);
    const name = meant ? CALLED : nameBefore(text, from, start);
    from = end;
    const candidate = {
      digits,
      called: name.called,
      other: name.other,
      inFours,
      alone: isAlone(text, start, end),
      letters: letters ? written.replace(/[^\p{L}\d]/gu, '') : undefined,
      inLink: isInLink(text, start),
      dialled: text[start - 1] === '+',
    };
    const verdict = judge(candidate, repaired < MOST_REPAIRED ? known : NONE_KNOWN);
    if (verdict === undefined) return undefined;
    if (verdict.kind === 'refuse') repaired += 1;
    return { start, end, text: shownText(written, digits, verdict), verdict, label: name.label };
  };
}

/** The numbers that folding has changed: `\\xa0` is a typed space, also where only 14 digits follow. */
function overlooked(text: string, folded: string, judged: readonly Judged[]): Judged[] {
  const runs = Array.from(text.matchAll(WHOLE_RUN), ({ 0: run, index }) => ({ digits: fold(run), index }));
  const whole = runs.filter(({ digits }) => asImei(digits) !== undefined);
  if (whole.length === 0) return [];
  const keys = new Set(judged.map(keyOf));
  let done = 0;
  return whole.flatMap(({ digits, index }) => {
    const verdict = judge({ digits });
    if (verdict === undefined) return [];
    const shown = shownText(digits, digits, verdict);
    if (keys.has(keyOf({ text: shown, verdict }))) return [];
    const start = Math.min(index, folded.length);
    if (!isCardVerdict(verdict)) return [{ start, end: start, text: shown, verdict }];
    // No escape ends with the first digits of a card, so that all its digits are in the folded text.
    done = folded.indexOf(digits, done) + digits.length;
    return [{ start: done - digits.length, end: done, text: shown, verdict }];
  });
}

function shownText(written: string, digits: string, verdict: Verdict): string {
  return isCardVerdict(verdict) ? maskedCard(digits) : written.replaceAll(WRAP, ' ').slice(0, LONGEST_TEXT);
}

/** The same for two numbers of which only one is reported. */
function keyOf({ text, verdict }: Pick<Judged, 'text' | 'verdict'>): string {
  if (verdict.kind !== 'refuse') return verdict.reading.imei;
  return verdict.problem.kind === 'letter' ? (verdict.problem.reading?.imei ?? text) : text;
}

/** Each number once: with its surest verdict, at its first place. */
function gathered(folded: string, judged: readonly Judged[]): Findings {
  const kept = new Map<string, Judged>();
  let duplicates = 0;
  for (const one of judged.toSorted((first, second) => first.start - second.start)) {
    const key = keyOf(one);
    const former = kept.get(key);
    if (former === undefined) kept.set(key, one);
    else if (RANKS[one.verdict.kind] > RANKS[former.verdict.kind])
      kept.set(key, { ...one, start: former.start });
    if (former !== undefined && former.verdict.kind !== 'refuse') duplicates += 1;
  }
  return { ...sorted(folded, kept.values()), duplicates };
}

function sorted(folded: string, judged: Iterable<Judged>): Omit<Findings, 'duplicates'> {
  const found: FoundImei[] = [];
  const asked: AskedImei[] = [];
  const problems: FoundProblem[] = [];
  let line = 1;
  let done = 0;
  for (const { start, text, verdict, label } of judged) {
    line += folded.slice(done, start).match(WRITTEN_LINE_ENDS)?.length ?? 0;
    done = start;
    if (verdict.kind === 'refuse') problems.push({ text, line, problem: verdict.problem });
    else if (verdict.kind === 'ask') asked.push({ ...verdict.reading, line, why: verdict.why });
    else found.push({ ...verdict.reading, line, ...(label !== undefined && { label }) });
  }
  return { found, asked, problems };
}

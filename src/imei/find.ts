import { fold } from './fold.ts';
import { type Candidate, digitsOf, evenGroups, groupedAt } from './groupings.ts';
import type { Imei } from './imei.ts';
import { type ImeiResult, judgeDigits, type KnownTac, type ReadImei } from './judge.ts';
import { type MaskedLine, maskLine } from './mask.ts';
import { misspelt } from './misspelt.ts';
import type { ImeiProblem } from './problem.ts';
import { type Chain, chainsOf, type Run, runsOf } from './runs.ts';

/** An IMEI found in a text, and how it was written there. */
export interface FoundImei extends ReadImei {
  /** What stood before it: `IMEI1`, `IMEI (sim slot 2)`. */
  readonly label?: string;
  /** Counts from 1. */
  readonly line: number;
}

/** What looks meant to be an IMEI and is none. */
export interface FoundProblem {
  /** As it was written, folded to plain digits, at most 80 characters. */
  readonly text: string;
  readonly line: number;
  readonly problem: ImeiProblem;
}

export interface Findings {
  /** Each once, in the order in which they came. */
  readonly found: readonly FoundImei[];
  readonly problems: readonly FoundProblem[];
  /** How many times an IMEI came again. */
  readonly duplicates: number;
}

/** So many wrong numbers are told of, and no more. */
const MOST_PROBLEMS = 1_000;
const SHOWN_CHARACTERS = 80;
/** A label says of the number behind it what it is, with little between them. */
const LABEL_REACH = 4;
/** In a text of several lines, a line with fewer digits is taken for something else. */
const ATTEMPT_DIGITS = 10;
/** A time as 14 digits, which many programs write. */
const TIMESTAMP = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/u;
/** The reporting bodies that have allocated TACs (GSMA TS.06): 16 digits that begin otherwise are something else. */
const REPORTING_BODY = /^(?:0[0-9]|1[03]|3[0358]|4[459]|5[0-4]|86|9[1589])/u;
/** Cards are printed in four groups, and written down without them. */
const CARD_GROUPS = /^\d{4}([ -])\d{4}\1\d{4}\1\d{4}$/u;
const MEID = /(?<![0-9A-Za-z])[A-F][0-9A-F]{13}(?![0-9A-Za-z])/iu;
const WORD = /\p{L}{2,}/u;

/**
 * Finds the IMEIs in free text, and what was meant to be one: in lists, on `*#06#` screens, with labels, in groups, in
 * digits of any script. In a text that is (nearly) nothing but a number, what is wrong with it is always told; in
 * prose only what is almost certainly a mistyped IMEI. Never cuts an IMEI out of a longer number and never joins
 * neighbours to one. Linear in the text's length.
 */
export function findImeis(text: string, known?: KnownTac): Findings {
  const lines = fold(text).split('\n');
  const isOnlyLine = lines.filter((line) => line.trim() !== '').length === 1;
  const found = new Map<Imei, FoundImei>();
  const problems: FoundProblem[] = [];
  let duplicates = 0;
  for (const [index, line] of lines.entries()) {
    for (const finding of findInLine(line, { isOnlyLine, known })) {
      const { result, label } = finding;
      if (!result.ok) problems.push({ text: finding.text, line: index + 1, problem: result.problem });
      else if (found.has(result.imei)) duplicates += 1;
      else found.set(result.imei, foundImei(result, { line: index + 1, label }));
    }
  }
  return { found: [...found.values()], problems: worthTelling(problems, found.size), duplicates };
}

/** Reads a text that is one number, in whatever form. */
export function parseImei(text: string, known?: KnownTac): ImeiResult {
  const { found, problems } = findImeis(text.replace(/\s+/gu, ' '), known);
  const [first] = found;
  if (first !== undefined) return { ok: true, ...first };
  return { ok: false, problem: problems[0]?.problem ?? { kind: 'empty' } };
}

interface Finding {
  readonly result: ImeiResult;
  readonly text: string;
  readonly label: string | undefined;
}

interface Around {
  readonly isOnlyLine: boolean;
  readonly known: KnownTac | undefined;
}

interface Line extends MaskedLine, Around {
  /** Nothing but numbers and labels: whatever stands here was meant to be an IMEI. */
  readonly isBare: boolean;
}

function foundImei(
  { ok: _ok, ...read }: ReadImei & { readonly ok: true },
  { line, label }: { readonly line: number; readonly label: string | undefined },
): FoundImei {
  return { ...read, line, ...(label !== undefined && { label }) };
}

/** Beside IMEIs that were found, another kind of number needs no comment. */
function worthTelling(problems: readonly FoundProblem[], found: number): readonly FoundProblem[] {
  const told = found === 0 ? problems : problems.filter(({ problem }) => problem.kind !== 'looks-like');
  return told.slice(0, MOST_PROBLEMS);
}

function* findInLine(raw: string, around: Around): Generator<Finding> {
  if (!/\d/u.test(raw) && !around.isOnlyLine) return;
  const masked = maskLine(raw);
  const runs = runsOf(masked.text);
  const line: Line = { ...masked, ...around, isBare: isBare(masked.text, runs) };
  let anything = false;
  const wrong = misspelt(line, runs);
  for (const { text, problem } of wrong) {
    anything = true;
    yield problemAt(text, problem);
  }
  // On a line that is one number with a letter in it, the digits between are no numbers of their own.
  if (line.isBare && wrong.length > 0) return;
  for (const chain of chainsOf(masked.text, runs)) {
    for (const finding of findInChain(chain, line)) {
      anything = true;
      yield finding;
    }
  }
  if (!anything && around.isOnlyLine) yield* judgeOnlyLine(raw, around);
}

function isBare(text: string, runs: readonly Run[]): boolean {
  if (runs.every(({ isNumber }) => isNumber)) return !WORD.test(text);
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => /\d/u.test(word) || !WORD.test(word));
}

/** A line with a number of another kind, which the mask has taken out: named, since nothing else stands here. */
function* judgeOnlyLine(raw: string, { known }: Around): Generator<Finding> {
  const text = raw.trim();
  const digits = text.replace(/\D/gu, '');
  const words = text.match(/\p{L}+/gu) ?? [];
  if (digits.length < 6 || words.length > 2 || /:\/\/|@|[?&]\w+=/u.test(text)) return;
  if (/^\+|^00[1-9]/u.test(text) || /^(?:tel|phone|fax)/iu.test(text)) {
    yield problemAt(text, { kind: 'looks-like', what: 'phone' });
    return;
  }
  if (MEID.test(text)) {
    yield problemAt(text, { kind: 'looks-like', what: 'meid' });
    return;
  }
  const result = judgeDigits(digits, known);
  if (!result.ok && (result.problem.kind === 'looks-like' || words.length === 0))
    yield { result, text: shown(text), label: undefined };
}

function problemAt(text: string, problem: ImeiProblem): Finding {
  return { result: { ok: false, problem }, text: shown(text), label: undefined };
}

function* findInChain(chain: Chain, line: Line): Generator<Finding> {
  const label = labelBefore(chain, line);
  const isMeant = line.isBare || label !== undefined;
  let rest = 0;
  for (let at = 0; at < chain.runs.length; ) {
    const candidate = groupedAt(chain, at);
    const finding = candidate && judgeCandidate(chain, at, { candidate, line, isMeant });
    if (candidate !== undefined && finding !== undefined) yield { ...finding, label };
    if (candidate === undefined) rest += 1;
    at += candidate?.runs ?? 1;
  }
  if (rest === chain.runs.length && isMeant) yield* judgeWholeChain(chain, { line, label });
}

/** A chain in which no grouping is known: one number in groups of somebody's own making, or a wrong one. */
function* judgeWholeChain(
  chain: Chain,
  { line, label }: { readonly line: Line; readonly label: string | undefined },
): Generator<Finding> {
  const digits = evenGroups(chain)?.digits ?? digitsOf(chain, 0, chain.runs.length);
  const text = shownChain(chain, 0, chain.runs.length, line);
  const isAttempt = label !== undefined || line.isOnlyLine || digits.length >= ATTEMPT_DIGITS;
  if (!isAttempt || (label !== undefined && digits.length < 3)) return;
  if (/^00[1-9]\d{8,12}$/u.test(digits) && label === undefined) {
    yield problemAt(text, { kind: 'looks-like', what: 'phone' });
    return;
  }
  const result = judgeDigits(digits, line.known);
  // Groups that are not even may be several numbers: they are not joined to an IMEI.
  if (result.ok && evenGroups(chain) === undefined) return;
  yield { result, text, label };
}

function judgeCandidate(
  chain: Chain,
  at: number,
  {
    candidate,
    line,
    isMeant,
  }: { readonly candidate: Candidate; readonly line: Line; readonly isMeant: boolean },
): Omit<Finding, 'label'> | undefined {
  const { digits, runs } = candidate;
  const text = shownChain(chain, at, runs, line);
  if (!isMeant && !standsInProse(digits, text)) return undefined;
  if (isMeant && digits.length === 14 && TIMESTAMP.test(digits)) return undefined;
  const result = judgeDigits(digits, line.known);
  return { result, text };
}

/** Whether a number without a label, among words, is an IMEI beyond doubt. */
function standsInProse(digits: string, text: string): boolean {
  if (digits.length === 15) return true;
  if (digits.length === 14) return text.length === 14 && !TIMESTAMP.test(digits) && !digits.startsWith('00');
  return digits.length === 16 && REPORTING_BODY.test(digits) && !CARD_GROUPS.test(text);
}

function labelBefore(chain: Chain, { labels }: Line): string | undefined {
  const start = chain.runs[0]?.start ?? 0;
  return labels.findLast(({ end }) => end <= start && start - end <= LABEL_REACH)?.label;
}

function shownChain(chain: Chain, from: number, count: number, { text }: Line): string {
  const last = chain.runs[from + count - 1];
  return shown(text.slice(chain.runs[from]?.start ?? 0, last?.end));
}

function shown(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;
}

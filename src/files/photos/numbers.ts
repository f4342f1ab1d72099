import { findImeis } from '../../imei/find.ts';
import type {
  AskedImei,
  Findings,
  FoundImei,
  FoundProblem,
  ImeiReading,
  WhyAsked,
} from '../../imei/findings.ts';
import type { Code } from './bars.ts';
import { gtinOf } from './label.ts';

/** The numbers of a picture or a PDF, as they are read. */
export interface Numbers {
  addCodes(codes: readonly Code[]): void;
  /** Lines of letters that were recognised. Returns whether they have a number. */
  addLines(lines: readonly string[]): boolean;
  /** Text as a PDF has it. */
  addText(text: string): void;
  /** How many IMEIs the codes have. */
  inCodes(): number;
  findings(): Findings;
}

/** Most numbers in the text of a picture that are checked without asking. */
const MOST_UNASKED = 2;
/** Letters that Tesseract reads instead of digits. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'OoQD', 1: 'Ili|', 2: 'Zz', 5: 'Ss', 6: 'Gb', 8: 'B', 9: 'gq' }).flatMap(
    ([digit, letters]) => [...letters].map((letter) => [letter, digit] as const),
  ),
);
const LOOKALIKE_WORD = /[0-9OoQDIli|ZzSsGbBgq]{5,}/g;
const GTIN_14 = /^\s*\d{14}\s*$/;

/** Creates an empty collection of numbers. */
export function createNumbers(): Numbers {
  const found = new Map<string, FoundImei>();
  const asked = new Map<string, AskedImei>();
  const problems = new Map<string, FoundProblem>();
  const add = (findings: Findings, readFrom?: 'bars' | 'text'): void => {
    const origin = readFrom === undefined ? {} : { readFrom };
    for (const one of findings.found) if (!found.has(one.imei)) found.set(one.imei, { ...one, ...origin });
    for (const one of findings.asked) if (!asked.has(one.imei)) asked.set(one.imei, { ...one, ...origin });
    for (const one of findings.problems) problems.set(one.text, { ...one, ...origin });
  };
  const from = (place: 'bars' | 'text') => [...found.values()].filter(({ readFrom }) => readFrom === place);
  return {
    addCodes: (codes) => {
      for (const code of codes) add(inCode(code), 'bars');
    },
    addLines: (lines) => {
      const findings = inLines(lines);
      add(findings, 'text');
      return findings.found.length + findings.asked.length > 0;
    },
    addText: (text) => add(findImeis(text)),
    inCodes: () => from('bars').length,
    findings: () => {
      const unsure = from('text').length > MOST_UNASKED ? from('text') : [];
      const named = [...asked.values()].filter(({ imei }) => !found.has(imei));
      const isEmpty = found.size + named.length === 0;
      return {
        found: [...found.values()].filter((one) => !unsure.includes(one)),
        asked: [...unsure.map((one) => askedBecause(one, { kind: 'picture' })), ...named],
        problems: [...problems.values()].filter((one) => isEmpty || one.readFrom !== 'bars' || isCard(one)),
        duplicates: 0,
      };
    },
  };
}

/** Only a wrong check digit is worth a word. A number of 14 or 16 digits is asked about, if it is no article number. */
function inCode(code: Code): Findings {
  const { found, asked, problems, duplicates } = findImeis(code.text);
  if (GTIN_14.test(code.text) && gtinOf(code) !== undefined)
    return { found: [], asked: [], problems: [], duplicates };
  const short = found.filter(({ from }) => from !== 'imei');
  const why = (one: FoundImei) => ({ kind: 'length', digits: one.from === 'imeisv' ? 16 : 14 }) as const;
  return {
    found: found.filter(isWhole),
    asked: [...short.map((one) => askedBecause(one, why(one))), ...asked],
    problems: problems.filter((one) => one.problem.kind === 'check-digit' || isCard(one)),
    duplicates,
  };
}

/** Only numbers with a check digit, which tells most misread ones. */
function inLines(lines: readonly string[]): Findings {
  const { found, asked, problems, duplicates } = findImeis(lines.map(withDigits).join('\n'));
  return {
    found: found.filter(isWhole),
    asked: asked.filter(isWhole),
    problems: problems.filter(isCard),
    duplicates,
  };
}

/** A line with digits for the letters of words that are mostly digits. */
function withDigits(line: string): string {
  return line.replace(LOOKALIKE_WORD, (word) => {
    const isNumber = 2 * word.replace(/\D/g, '').length >= word.length;
    return isNumber ? word.replace(/\D/g, (letter) => LOOKALIKES.get(letter) ?? letter) : word;
  });
}

function isWhole({ from }: ImeiReading): boolean {
  return from === 'imei';
}

function isCard({ problem }: FoundProblem): boolean {
  return problem.kind === 'card';
}

function askedBecause({ label: _, ...one }: FoundImei, why: WhyAsked): AskedImei {
  return { ...one, why };
}

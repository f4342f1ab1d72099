import { findImeis } from '../../imei/find.ts';
import type { AskedImei, Findings, FoundImei, FoundProblem } from '../../imei/findings.ts';
import type { Code } from './bars.ts';
import { gtinOf } from './label.ts';

/** The numbers of a picture or a PDF, as they are read. */
export interface Numbers {
  addCodes(codes: readonly Code[]): void;
  /** Lines of letters that were recognised. */
  addLines(lines: readonly string[]): void;
  /** Text as a PDF has it. */
  addText(text: string): void;
  /** How many IMEIs the codes have. */
  inCodes(): number;
  isEmpty(): boolean;
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
const GTIN_14 = /^\s*\d{14}\s*$/;
const NOTHING: Findings = { found: [], asked: [], problems: [], duplicates: 0 };
const LOOKALIKE_WORD = /[0-9OoQDIli|ZzSsGbBgq]{5,}/g;

/** Creates an empty collection of numbers. */
export function createNumbers(): Numbers {
  const found = new Map<string, FoundImei>();
  const asked = new Map<string, AskedImei>();
  const problems: FoundProblem[] = [];
  const add = (findings: Findings, readFrom?: 'bars' | 'text'): void => {
    const origin = readFrom === undefined ? {} : { readFrom };
    for (const one of findings.found) if (!found.has(one.imei)) found.set(one.imei, { ...one, ...origin });
    for (const one of findings.asked) if (!asked.has(one.imei)) asked.set(one.imei, { ...one, ...origin });
    problems.push(...findings.problems.map((one) => ({ ...one, ...origin })));
  };
  return {
    addCodes: (codes) => {
      for (const code of codes) add(inCode(code), 'bars');
    },
    addLines: (lines) => add(inLines(lines), 'text'),
    addText: (text) => add(findImeis(text)),
    inCodes: () => [...found.values()].filter(({ readFrom }) => readFrom === 'bars').length,
    isEmpty: () => found.size + asked.size === 0,
    findings: () => {
      const inText = [...found.values()].filter(({ readFrom }) => readFrom === 'text');
      const unsure = inText.length > MOST_UNASKED ? inText : [];
      const sure = [...found.values()].filter((one) => !unsure.includes(one));
      const others = [...asked.values()].filter(({ imei }) => !found.has(imei));
      const isEmpty = found.size + others.length === 0;
      return {
        found: sure,
        asked: [...unsure.map(askedOfPicture), ...others],
        problems: problems.filter(({ problem }) => isEmpty || problem.kind === 'card'),
        duplicates: 0,
      };
    },
  };
}

/** A code has no words around its number: what is not 15 digits is asked about, if it is no article number. */
function inCode(code: Code): Findings {
  if (GTIN_14.test(code.text) && gtinOf(code) !== undefined) return NOTHING;
  const { found, asked, problems } = findImeis(code.text);
  return {
    found: found.filter(({ from }) => from === 'imei'),
    asked: [...found.filter(({ from }) => from !== 'imei').map(askedForLength), ...asked],
    problems: problems.filter(({ problem }) => problem.kind === 'check-digit' || problem.kind === 'card'),
    duplicates: 0,
  };
}

function askedForLength({ label: _, ...one }: FoundImei): AskedImei {
  return { ...one, why: { kind: 'length', digits: one.from === 'imeisv' ? 16 : 14 } };
}

/** Only numbers with a check digit, which tells most misread ones. */
function inLines(lines: readonly string[]): Findings {
  const { found, asked, problems } = findImeis(lines.map(withDigits).join('\n'));
  return {
    found: found.filter(({ from }) => from === 'imei'),
    asked: asked.filter(({ from }) => from === 'imei'),
    problems: problems.filter(({ problem }) => problem.kind === 'card'),
    duplicates: 0,
  };
}

/** A line with digits for the letters of words that are mostly digits. */
function withDigits(line: string): string {
  return line.replace(LOOKALIKE_WORD, (word) => {
    const isNumber = 2 * word.replace(/\D/g, '').length >= word.length;
    return isNumber ? word.replace(/\D/g, (letter) => LOOKALIKES.get(letter) ?? letter) : word;
  });
}

function askedOfPicture({ label: _, ...one }: FoundImei): AskedImei {
  return { ...one, why: { kind: 'picture' } };
}

import { findImeis } from '../../imei/find.ts';
import type {
  Findings,
  FoundImei,
  FoundProblem,
  ImeiReading,
  UnsureImei,
} from '../../imei/findings.ts';

import { joinWrapped } from './wrapped.ts';

/** What has been read so far, of a picture or of the pages of a PDF. */
export type Reading = ReturnType<typeof createReading>;

type Numbers = Omit<Findings, 'repeats'>;

/** Most numbers in the text of a picture that are checked without confirmation. */
const MAX_UNSURE = 2;

export function createReading() {
  const found = new Map<string, FoundImei>();
  const unsure = new Map<string, UnsureImei>();
  const problems = new Map<string, FoundProblem>();
  const add = (numbers: Numbers, readFrom?: 'bars' | 'text'): void => {
    const origin = readFrom && { readFrom };
    for (const number of numbers.found)
      if (!found.has(number.imei)) found.set(number.imei, { ...number, ...origin });
    for (const number of numbers.unsure)
      if (!unsure.has(number.imei)) unsure.set(number.imei, { ...number, ...origin });
    for (const number of numbers.problems) problems.set(number.text, { ...number, ...origin });
  };
  const from = (place: 'bars' | 'text') =>
    [...found.values()].filter(({ readFrom }) => readFrom === place);
  const findings = (): Findings => {
    const toCompare = from('text').length > MAX_UNSURE ? from('text') : [];
    const named = [...unsure.values()].filter(({ imei }) => !found.has(imei));
    const isEmpty = found.size + named.length === 0;
    return {
      found: [...found.values()].filter((number) => !toCompare.includes(number)),
      unsure: [
        ...toCompare.map(({ label: _, ...number }) => ({
          ...number,
          why: { kind: 'picture' } as const,
        })),
        ...named,
      ],
      problems: [...problems.values()].filter(
        (number) => isEmpty || number.readFrom === undefined || isCard(number),
      ),
      repeats: [],
    };
  };
  return {
    addCodes: (codes: readonly string[]): void => {
      for (const code of codes) add(inCode(code), 'bars');
    },
    /** Adds lines of letters that were recognized. Returns whether they have a number. */
    addLines: (lines: readonly string[]): boolean => {
      const numbers = inLines(lines);
      add(numbers, 'text');
      return numbers.found.length + numbers.unsure.length > 0;
    },
    /** Adds text as a PDF has it. */
    addText: (text: string): void => add(findImeis(joinWrapped(text))),
    /** How many IMEIs the codes have. */
    inCodes: (): number => from('bars').length,
    findings,
  };
}

/**
 * Only numbers with a check digit: a code may contain anything. Only a wrong check digit is
 * reported.
 */
function inCode(text: string): Numbers {
  const { found, unsure, problems } = findImeis(text);
  return {
    found: found.filter(isWhole),
    unsure,
    problems: problems.filter((number) => number.problem.kind === 'check-digit' || isCard(number)),
  };
}

/**
 * Only numbers with a check digit, which finds most misread ones; also with letters that Tesseract
 * reads for digits.
 */
function inLines(lines: readonly string[]): Numbers {
  const { found, unsure, problems } = findImeis(lines.join('\n'));
  const misread = problems.flatMap(({ line, problem }) =>
    problem.kind === 'letter' && problem.reading !== undefined
      ? [{ ...problem.reading, line }]
      : [],
  );
  return {
    found: [...found, ...misread].filter(isWhole),
    unsure: unsure.filter(isWhole),
    problems: problems.filter((number) => number.problem.kind === 'check-digit' || isCard(number)),
  };
}

function isWhole({ from }: ImeiReading): boolean {
  return from === 'imei';
}

function isCard({ problem }: FoundProblem): boolean {
  return problem.kind === 'card';
}

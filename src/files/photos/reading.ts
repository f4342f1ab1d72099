import { findImeis } from '../../imei/find.ts';
import type { AskedImei, Findings, FoundImei, FoundProblem, ImeiReading } from '../../imei/findings.ts';
import type { Code } from './bars.ts';
import type { PictureRead } from './contract.ts';
import { labelOf } from './label.ts';

/** What has been read so far, of a picture or of the pages of a PDF. */
export interface Reading {
  addCodes(codes: readonly Code[]): void;
  /** Lines of letters that were recognized. Returns whether they have a number. */
  addLines(lines: readonly string[]): boolean;
  /** Text as a PDF has it. */
  addText(text: string): void;
  /** Something can be read, even if it is no number. */
  sawWords(): void;
  /** How many IMEIs the codes have. */
  inCodes(): number;
  result(): PictureRead;
}

/** Most numbers in the text of a picture that are checked without asking. */
const MOST_UNASKED = 2;
/** Creates an empty reading. */
export function createReading(): Reading {
  const codes: Code[] = [];
  let seen: PictureRead['seen'] = 'nothing';
  const found = new Map<string, FoundImei>();
  const asked = new Map<string, AskedImei>();
  const problems = new Map<string, FoundProblem>();
  const add = (findings: Omit<Findings, 'duplicates'>, readFrom?: 'bars' | 'text'): void => {
    const origin = readFrom && { readFrom };
    for (const one of findings.found) if (!found.has(one.imei)) found.set(one.imei, { ...one, ...origin });
    for (const one of findings.asked) if (!asked.has(one.imei)) asked.set(one.imei, { ...one, ...origin });
    for (const one of findings.problems) problems.set(one.text, { ...one, ...origin });
  };
  const from = (place: 'bars' | 'text') => [...found.values()].filter(({ readFrom }) => readFrom === place);
  const findings = (): Findings => {
    const unsure = from('text').length > MOST_UNASKED ? from('text') : [];
    const named = [...asked.values()].filter(({ imei }) => !found.has(imei));
    const isEmpty = found.size + named.length === 0;
    return {
      found: [...found.values()].filter((one) => !unsure.includes(one)),
      asked: [
        ...unsure.map(({ label: _, ...one }) => ({ ...one, why: { kind: 'picture' } as const })),
        ...named,
      ],
      problems: [...problems.values()].filter((one) => isEmpty || one.readFrom !== 'bars' || isCard(one)),
      duplicates: 0,
    };
  };
  return {
    addCodes: (more) => {
      const added = more.filter(({ text }) => !codes.some((code) => code.text === text));
      codes.push(...added);
      for (const { text } of added) add(inCode(text), 'bars');
    },
    addLines: (lines) => {
      const inText = inLines(lines);
      add(inText, 'text');
      return inText.found.length + inText.asked.length > 0;
    },
    addText: (text) => add(findImeis(text)),
    sawWords: () => {
      seen = 'text';
    },
    inCodes: () => from('bars').length,
    result: () => ({
      findings: findings(),
      label: labelOf(codes),
      seen: codes.length > 0 ? 'codes' : seen,
    }),
  };
}

/** Only a wrong check digit is worth a word. Numbers of 14 or 16 digits are asked about: a code may hold anything. */
function inCode(text: string): Omit<Findings, 'duplicates'> {
  const { found, asked, problems } = findImeis(text);
  const others = found
    .filter((one) => !isWhole(one))
    .map(({ label: _, ...one }) => {
      return { ...one, why: { kind: 'length', digits: one.from === 'imeisv' ? 16 : 14 } as const };
    });
  return {
    found: found.filter(isWhole),
    asked: [...others, ...asked],
    problems: problems.filter((one) => one.problem.kind === 'check-digit' || isCard(one)),
  };
}

/** Only numbers with a check digit, which tells most misread ones; also with letters that Tesseract reads for digits. */
function inLines(lines: readonly string[]): Omit<Findings, 'duplicates'> {
  const { found, asked, problems } = findImeis(lines.join('\n'));
  const misread = problems.flatMap(({ line, problem }) =>
    problem.kind === 'letter' && problem.reading !== undefined ? [{ ...problem.reading, line }] : [],
  );
  return {
    found: [...found, ...misread].filter(isWhole),
    asked: asked.filter(isWhole),
    problems: problems.filter(isCard),
  };
}

function isWhole({ from }: ImeiReading): boolean {
  return from === 'imei';
}

function isCard({ problem }: FoundProblem): boolean {
  return problem.kind === 'card';
}

import { keyOf } from '../../src/format/imei/asked.ts';
import { correctedIn } from '../../src/format/imei/problem.ts';
import { findImeis } from '../../src/imei/find.ts';
import type { AskedImei, Findings, FoundImei, FoundProblem } from '../../src/imei/findings.ts';
import type { Imei } from '../../src/imei/imei.ts';
import type { ImeiUse } from './use.ts';

/** The key of numbers to complete: see {@link keyOf}. */
export const ROUNDED = 'rounded';
/** Most characters of a text option. */
const MOST_CHARACTERS = 100_000;

/** What is in the text of a message. */
export function findingsIn({ needs, text }: ImeiUse): Findings {
  return findImeis(text, { known: (tac) => needs.tacName(tac) !== undefined });
}

/** The findings of several texts and files as one, in their order and each IMEI once; a found one is not asked about. */
export function together(all: readonly Findings[]): Findings {
  const found = new Map<Imei, FoundImei>();
  const asked = new Map<Imei, AskedImei>();
  let duplicates = 0;
  for (const one of all.flatMap((each) => each.found)) {
    if (found.has(one.imei)) duplicates += 1;
    else found.set(one.imei, one);
  }
  for (const one of all.flatMap((each) => each.asked))
    if (!found.has(one.imei) && !asked.has(one.imei)) asked.set(one.imei, one);
  return {
    found: [...found.values()],
    asked: [...asked.values()],
    problems: all.flatMap(({ problems }) => problems),
    duplicates: all.reduce((sum, each) => sum + each.duplicates, duplicates),
  };
}

/** The findings with the numbers among the found ones that a person wants checked too. */
export function withTaken(use: ImeiUse, findings: Findings): Findings {
  const { found, asked, problems, duplicates } = findings;
  const taken = [
    ...asked.map((one) => takenAsked(use, one)),
    ...problems.map((one) => takenProblem(use, one)),
  ];
  return together([
    { found, asked: [], problems: [], duplicates },
    {
      found: taken.filter((one) => one !== undefined),
      asked: asked.filter((one) => takenAsked(use, one) === undefined),
      problems: problems.filter((one) => takenProblem(use, one) === undefined),
      duplicates: 0,
    },
  ]);
}

/** An asked number that a person wants checked. */
export function takenAsked({ anyway, take }: ImeiUse, { why, ...reading }: AskedImei): FoundImei | undefined {
  return anyway || take.includes(keyOf(why)) ? reading : undefined;
}

/** A refused number that a person wants corrected and checked. */
export function takenProblem(
  { anyway, take }: ImeiUse,
  { problem, line }: FoundProblem,
): FoundImei | undefined {
  if (problem.kind === 'letter') return anyway && problem.reading ? { ...problem.reading, line } : undefined;
  if (problem.kind !== ROUNDED || !(anyway || take.includes(ROUNDED))) return undefined;
  return { imei: problem.networkForm, from: '14-digits', line };
}

/** The IMEIs that were probably meant. */
export function correctedOf(problems: readonly FoundProblem[]): readonly Imei[] {
  return [...new Set(problems.flatMap(({ problem }) => correctedIn(problem) ?? []))];
}

/** A line of a text in which this IMEI is found again, with its label. */
export function lineWith(label: string | undefined, imei: string): string {
  return label === undefined ? imei : `${label}: ${imei}`;
}

/** The first lines, as many as one text option may have. */
export function heldLines(lines: readonly string[]): readonly string[] {
  let left = MOST_CHARACTERS;
  const beyond = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return beyond < 0 ? lines : lines.slice(0, beyond);
}

import type { Instrumented, Mutant } from './instrument.ts';
import type { Progress } from './progress.ts';

/** The goal: so many of a room's covered mutants are killed by the room's own tests. */
export const LEAST_PERCENT = 90;

/** `fixed`: worked out once, when the file is loaded, so that it cannot be tried beside the others. */
export type Fate = 'killed' | 'hung' | 'survived' | 'uncovered' | 'fixed';

export interface Outcome extends Survivor {
  readonly fate: Fate;
}

/** A mutant that no test can kill, since nobody can tell it from the original. */
export interface Equivalent {
  /** `src/imei/digits.ts` */
  readonly file: string;
  /** A part of the line that is mutated, so that it is found again when lines move. */
  readonly line: string;
  readonly replacement: string;
  readonly because: string;
}

/** Several changes of one line that come to nothing for the same reason. */
export const changesOf = (
  file: string,
  line: string,
  because: string,
  replacements: readonly string[],
): readonly Equivalent[] => replacements.map((replacement) => ({ file, line, replacement, because }));

export interface Survivor {
  readonly file: string;
  readonly lineNumber: number;
  readonly line: string;
  readonly replacement: string;
}

/** What the tests of a room have made of its mutants. */
export interface Score {
  readonly killed: number;
  /** Mutants with which a test ran without end or for too long, which counts as killed. */
  readonly hung: number;
  readonly survivors: readonly Survivor[];
  readonly equivalent: readonly (Survivor & { readonly because: string })[];
  /** Mutants in lines that no test of the room runs; they are no part of the percentage. */
  readonly uncovered: number;
  /** Mutants that cannot be tried this way; they are no part of the percentage either. */
  readonly fixed: number;
  /** Killed ones of those that are covered and not equivalent, 0 to 100. */
  readonly percent: number;
}

/** What became of each mutant. */
export function outcomesOf(
  mutants: readonly Mutant[],
  sources: Instrumented['sources'],
  progress: Progress,
): Outcome[] {
  const covered = new Set([...progress.covered.values()].flatMap(({ hits }) => Object.keys(hits)));
  const fateOf = (id: string): Fate => {
    if (progress.hung.has(id) || progress.late.has(id)) return 'hung';
    if (progress.dead.has(id)) return 'killed';
    if (covered.has(id)) return 'survived';
    return progress.fixed.has(id) ? 'fixed' : 'uncovered';
  };
  return mutants.map(({ id, file, replacement, location: { start } }) => ({
    fate: fateOf(id),
    file,
    lineNumber: start.line,
    line: (sources[file]?.split('\n')[start.line - 1] ?? '').trim(),
    replacement,
  }));
}

export function scoreOf(outcomes: readonly Outcome[], equivalents: readonly Equivalent[]): Score {
  const count = (fate: Fate): number => outcomes.filter((outcome) => outcome.fate === fate).length;
  const left = outcomes
    .filter(({ fate }) => fate === 'survived')
    .map(({ fate: _fate, ...survivor }) => ({ ...survivor, because: reasonFor(survivor, equivalents) }));
  const survivors = left.flatMap(({ because, ...survivor }) => (because === undefined ? [survivor] : []));
  const equivalent = left.flatMap(({ because, ...survivor }) =>
    because === undefined ? [] : [{ ...survivor, because }],
  );
  const dead = count('killed') + count('hung');
  return {
    killed: count('killed'),
    hung: count('hung'),
    survivors,
    equivalent,
    uncovered: count('uncovered'),
    fixed: count('fixed'),
    percent: dead + survivors.length === 0 ? 100 : (100 * dead) / (dead + survivors.length),
  };
}

function reasonFor(mutant: Survivor, equivalents: readonly Equivalent[]): string | undefined {
  return equivalents.find(
    ({ file, line, replacement }) =>
      mutant.file === file && mutant.line.includes(line) && mutant.replacement === replacement,
  )?.because;
}

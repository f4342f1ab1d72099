import { z } from 'zod';

/** The goal: so many of a room's covered mutants are killed by the room's own tests. */
export const LEAST_PERCENT = 90;

const place = z.object({ line: z.number(), column: z.number() });
const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().optional(),
          status: z.string(),
          location: z.object({ start: place, end: place }),
        }),
      ),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

/** A mutant that no test can kill, since nobody can tell it from the original. */
export interface Equivalent {
  /** `src/imei/number/luhn.ts` */
  readonly file: string;
  /** A part of the line that is mutated, so that it is found again when lines move. */
  readonly line: string;
  readonly replacement: string;
  readonly because: string;
}

export interface Survivor {
  readonly file: string;
  readonly lineNumber: number;
  readonly line: string;
  readonly replacement: string;
}

/** What the tests of a room have made of its mutants. */
export interface Score {
  readonly killed: number;
  /** Mutants that ran without end, which counts as killed. */
  readonly timedOut: number;
  readonly survivors: readonly Survivor[];
  readonly equivalent: readonly (Survivor & { readonly because: string })[];
  /** Mutants in lines that no test of the room runs; they are no part of the percentage. */
  readonly uncovered: number;
  /** Killed ones of those that are covered and not equivalent, 0 to 100. */
  readonly percent: number;
}

/** @throws ZodError if the text is no report of mutation tests */
export function parseReport(text: string): Report {
  return reportSchema.parse(JSON.parse(text));
}

export function scoreOf(report: Report, equivalents: readonly Equivalent[]): Score {
  const mutants = Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ status, replacement = '', location }) => ({
      status,
      file,
      lineNumber: location.start.line,
      line: (lines[location.start.line - 1] ?? '').trim(),
      replacement,
    }));
  });
  const count = (status: string): number => mutants.filter((mutant) => mutant.status === status).length;
  const left = mutants
    .filter(({ status }) => status === 'Survived')
    .map(({ status: _status, ...survivor }) => ({ ...survivor, because: reasonFor(survivor, equivalents) }));
  const survivors = left.flatMap(({ because, ...survivor }) => (because === undefined ? [survivor] : []));
  const equivalent = left.flatMap(({ because, ...survivor }) =>
    because === undefined ? [] : [{ ...survivor, because }],
  );
  const dead = count('Killed') + count('Timeout');
  return {
    killed: count('Killed'),
    timedOut: count('Timeout'),
    survivors,
    equivalent,
    uncovered: count('NoCoverage'),
    percent: dead + survivors.length === 0 ? 100 : (100 * dead) / (dead + survivors.length),
  };
}

function reasonFor(mutant: Survivor, equivalents: readonly Equivalent[]): string | undefined {
  return equivalents.find(
    ({ file, line, replacement }) =>
      mutant.file === file && mutant.line.includes(line) && mutant.replacement === replacement,
  )?.because;
}

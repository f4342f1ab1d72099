import { appendFileSync } from 'node:fs';
import { z } from 'zod';

/** A test that takes longer alone judges nothing: each mutant would wait for it. */
export const SLOWEST_MS = 3_000;

/** A test with a mutant takes no longer than this, on a machine that has other things to do. */
const LEAST_LIMIT_MS = 1_500;
const LIMIT_FACTOR = 6;

/** How long a test may take with a mutant that takes so long alone. */
export function limitMs(aloneMs: number): number {
  return LEAST_LIMIT_MS + LIMIT_FACTOR * aloneMs;
}

/** What the process that runs the tests writes down, line by line, for the one that watches it. */
const lineSchema = z.union([
  z.object({
    is: z.literal('covered'),
    test: z.string(),
    hits: z.record(z.string(), z.number()),
    ms: z.number(),
  }),
  z.object({ is: z.literal('static'), mutants: z.array(z.string()) }),
  z.object({ is: z.literal('begun'), test: z.string(), mutant: z.string() }),
  /** The test fails with these mutants, and passes once more without any. */
  z.object({
    is: z.literal('killed'),
    test: z.string(),
    mutants: z.array(z.string()),
    /** Those of them with which the test was given up, since it took too long. */
    late: z.array(z.string()).optional(),
  }),
  /** The test fails without a mutant after it has run with some: what it says of them is worth nothing. */
  z.object({ is: z.literal('spoiled'), test: z.string(), name: z.string() }),
  z.object({ is: z.literal('done'), test: z.string() }),
  /** Written by whoever watches, since the test with this mutant never ended. */
  z.object({ is: z.literal('hung'), mutant: z.string() }),
]);
export type ProgressLine = z.infer<typeof lineSchema>;

export function appendProgress(path: string, line: ProgressLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/** @throws Error if a line is none of these */
export function parseProgress(text: string): readonly ProgressLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

interface Covered {
  readonly hits: Readonly<Record<string, number>>;
  readonly ms: number;
}

export interface Progress {
  /** By test: how often it runs into which mutants, and how long it takes. */
  readonly covered: ReadonlyMap<string, Covered>;
  readonly dead: ReadonlySet<string>;
  /** Those of the dead that took too long. */
  readonly late: ReadonlySet<string>;
  readonly hung: ReadonlySet<string>;
  readonly fixed: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
  readonly spoiled: readonly string[];
  /** What runs just now, or hangs. */
  readonly current: string | undefined;
}

export function progressOf(lines: readonly ProgressLine[]): Progress {
  const all = <Kind extends ProgressLine['is']>(is: Kind): Extract<ProgressLine, { is: Kind }>[] =>
    lines.filter((line): line is Extract<ProgressLine, { is: Kind }> => line.is === is);
  const last = lines.at(-1);
  return {
    covered: new Map(all('covered').flatMap((line) => (line.ms > SLOWEST_MS ? [] : [[line.test, line]]))),
    dead: new Set(all('killed').flatMap(({ mutants }) => mutants)),
    late: new Set(all('killed').flatMap(({ late }) => late ?? [])),
    hung: new Set(all('hung').map(({ mutant }) => mutant)),
    fixed: new Set(all('static').flatMap(({ mutants }) => mutants)),
    done: new Set(all('done').map(({ test }) => test)),
    spoiled: all('spoiled').map(({ name }) => name),
    current: last?.is === 'begun' ? last.mutant : undefined,
  };
}

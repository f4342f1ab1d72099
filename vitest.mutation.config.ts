import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { z } from 'zod';
import { QuickestFirst } from './test/mutation/quickest-first.ts';

const patternsOf = (variable: string): string[] => process.env[variable]?.split(',').filter(Boolean) ?? [];

const plan = process.env.MUTATION_PLAN;
/** Code with all its mutants, by path from the root. */
const instrumented: Record<string, string> =
  plan === undefined ? {} : z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(plan, 'utf8')));
const byFile = new Map(
  Object.entries(instrumented).map(([name, code]) => [join(import.meta.dirname, name), code]),
);

/** The tests that judge the mutants of one room, as `npm run test:mutation` runs them. */
export default defineConfig({
  plugins: [
    { name: 'mutants', enforce: 'pre', transform: (_code, id) => byFile.get(id.replace(/\?.*$/, '')) },
  ],
  test: {
    include: patternsOf('MUTATION_TESTS'),
    // Instrumented code is several times slower, so what measures the processor's time would say nothing.
    exclude: ['**/*.time.test.ts', ...patternsOf('MUTATION_SLOW')],
    testNamePattern: /^(?!.*the time it takes)/,
    testTimeout: 60_000,
    // With a mutant, what a test clears up may never be over.
    hookTimeout: 10_000,
    // What never comes is told by the time a test may take, of its own: a busy machine is no reason to give a step up.
    expect: { poll: { timeout: 30_000 } },
    runner: './test/mutation/mutant-runner.ts',
    // One worker, which keeps what it has loaded, tries all mutants.
    ...{ pool: 'threads', isolate: false, maxWorkers: 1, fileParallelism: false },
    sequence: { sequencer: QuickestFirst },
    // A mutant may leave a rejection behind that nobody handles.
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: ['dot'],
    silent: true,
  },
});

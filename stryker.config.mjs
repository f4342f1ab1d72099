// One room at a time, as `npm run test:mutation` asks for it: a room's mutants are judged by that room's own tests.
const room = process.env.MUTATION_ROOM ?? 'src/imei';

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: [`${room}/**/*.ts`],
  mutator: {
    // A text is judged by whoever reads it, and a wrong kind or key does not compile.
    excludedMutations: ['StringLiteral'],
  },
  coverageAnalysis: 'perTest',
  // Types are stripped, never checked, and TypeScript 7 has no interface for Stryker to rewrite a tsconfig with.
  tsconfigFile: 'tsconfig.does-not-exist.json',
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: process.env.MUTATION_REPORT ?? 'reports/mutation/report.json' },
  tempDirName: 'reports/mutation/sandbox',
  timeoutMS: 3_000,
  timeoutFactor: 1.5,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
};

const { MODULE } = process.env;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  // The tests of PostgreSQL start servers and processes, which would take hours.
  mutate: [`src/${MODULE}/**/*.ts`, '!src/store/postgres/**'],
  ignorePatterns: ['dist'],
  tempDirName: 'dist/mutation/sandbox',
  testRunner: 'vitest',
  // A thread cannot change its working directory, as the tests of the tools do.
  vitest: { configFile: 'bench/mutation/vitest.config.js', related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  // A run that is stopped (Ctrl+C) goes on where it was.
  incremental: true,
  incrementalFile: `dist/mutation/${MODULE}-incremental.json`,
  // What is computed once while a module loads needs a run of all tests for each change.
  ignoreStatic: true,
  mutator: {
    // An emptied text is a name or a statement of SQL, which fails everywhere, or one for the log, which no test reads.
    excludedMutations: ['StringLiteral'],
  },
  // TypeScript 7 has no interface for programs, and vitest strips the types.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `dist/mutation/${MODULE}.html` },
  jsonReporter: { fileName: `dist/mutation/${MODULE}.json` },
  thresholds: { high: 90, low: 80, break: 80 },
};

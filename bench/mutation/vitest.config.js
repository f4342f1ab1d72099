import { defineConfig } from 'vitest/config';

const { MODULE, MUTATION_PLAN } = process.env;
/** A test that waits for what a change has prevented ends after this time. */
const TIMEOUT_MS = MUTATION_PLAN === '' ? 30_000 : 5_000;

/** Tests outside its folder that a module needs. */
const MORE = {
  // The tests of set-up start processes, in which nothing is mutated.
  adapters: ['test/config/*.test.ts', 'test/operate/{deploy-commands,doctor}.test.ts'],
  checks: ['test/commands/quota.test.ts'],
  store: ['test/{history,requests}/*.test.ts', 'test/checks/{check,key,kills,store}.test.ts'],
};

/** The tests of the module that is changed, without those that start processes. */
export default defineConfig({
  test: {
    runner: './bench/mutation/runner.js',
    // A thread cannot change its working directory, as the tests of the tools do.
    pool: 'forks',
    maxWorkers: 1,
    include: [`test/${MODULE}/**/*.test.ts`, ...(MORE[MODULE] ?? [])],
    exclude: ['test/store/postgres.test.ts'],
    globalSetup: ['test/support/run/setup.ts'],
    setupFiles: ['bench/mutation/before-tests.js'],
    // As in the project's own configuration: files of a worker share their modules.
    isolate: false,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: 3_000 } },
    env: { MODE: 'test' },
  },
});

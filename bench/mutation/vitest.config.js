import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

const { MODULE } = process.env;
/** Tests outside its folder that a module needs. */
const MORE = {
  // The tests of set-up start processes, in which nothing is mutated.
  adapters: ['test/config/*.test.ts', 'test/operate/{deploy-commands,doctor}.test.ts'],
  checks: ['test/commands/quota.test.ts'],
  store: ['test/requests/*.test.ts', 'test/checks/{check,kills,store}.test.ts'],
};

/** A test that waits for what a change has prevented ends here, long before the whole run would. */
const TIMEOUT_MS = 10_000;

/** Tests that take a second or more. The first failure ends a run, so the quick ones go first. */
const SLOW = /(doctor|failures|key|kills|life|money|open|pace|properties|window)\.test/;
class QuickFirst extends BaseSequencer {
  async sort(files) {
    return files.toSorted((a, b) => SLOW.test(a.moduleId) - SLOW.test(b.moduleId));
  }
}

/** The tests of the module that is mutated, without those that start processes. */
export default defineConfig({
  test: {
    include: [`test/${MODULE}/**/*.test.ts`, ...(MORE[MODULE] ?? [])],
    exclude: ['test/store/postgres.test.ts'],
    globalSetup: ['test/support/run/setup.ts'],
    setupFiles: ['bench/mutation/no-shrinking.js'],
    // As in the project's own configuration: files of a worker share their modules.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: 5_000 } },
    env: { MODE: 'test' },
  },
});

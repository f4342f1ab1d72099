import { defineConfig } from 'vitest/config';

const { MODULE } = process.env;
/** Tests outside its folder that a module needs. */
const MORE = {
  checks: ['test/commands/quota.test.ts', 'test/format/quota-picture.test.ts'],
  store: ['test/requests/*.test.ts', 'test/checks/{check,kills,store}.test.ts'],
};

/** The tests of the module that is mutated, without those that start processes. */
export default defineConfig({
  test: {
    include: [`test/${MODULE}/**/*.test.ts`, ...(MORE[MODULE] ?? [])],
    exclude: ['test/store/postgres.test.ts'],
    // As in the project's own configuration: files of a worker share their modules.
    isolate: false,
    testTimeout: 10_000,
    hookTimeout: 10_000,
    expect: { poll: { timeout: 5_000 } },
    env: { MODE: 'test' },
  },
});

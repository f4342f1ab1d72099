import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that start the built program, or what reads files. */
const INTEGRATION = [
  'test/{chaos,process}/**/*.test.ts',
  'test/{deploy,hostile,photos}/*.night.test.ts',
  'test/operate/{backup,setup}.test.ts',
  'test/files/{runner,tables-in-process}.test.ts',
  'test/hostile/files.test.ts',
  'test/store/postgres.test.ts',
];

/** They only end what hangs. A test that starts several processes takes two seconds for each, on a busy machine twenty. */
const TIMEOUT_MS = 30_000;
const PROCESS_TIMEOUT_MS = 60_000;
const NIGHT_TIMEOUT_MS = 1_800_000;

export default defineConfig(({ mode }) => {
  const byDay = mode === 'test';
  const exclude = byDay ? ['test/**/*.night.test.ts'] : [];
  const shared = {
    testTimeout: byDay ? TIMEOUT_MS : NIGHT_TIMEOUT_MS,
    hookTimeout: byDay ? TIMEOUT_MS : NIGHT_TIMEOUT_MS,
    setupFiles: ['test/support/run/worker.ts'],
    expect: { poll: { timeout: 15_000, interval: 10 } },
    env: { MODE: mode },
    // Files of a worker share their modules, which takes a third of the time. So no file may use `vi.mock`.
    isolate: false,
  };
  return {
    test: {
      globalSetup: ['test/support/run/setup.ts'],
      projects: [
        {
          test: {
            ...shared,
            name: 'unit',
            sequence: { groupOrder: 1 },
            // One waits for a socket or for a file while the others work.
            maxWorkers: availableParallelism() + 1,
            include: [mode === 'smoke' ? 'test/smoke/*.smoke.ts' : 'test/**/*.test.ts'],
            exclude: [...exclude, ...INTEGRATION],
          },
        },
        {
          test: {
            ...shared,
            name: 'integration',
            sequence: { groupOrder: 0 },
            // Half of them wait for a process.
            maxWorkers: 2 * availableParallelism() + 1,
            include: mode === 'smoke' ? [] : INTEGRATION,
            exclude,
            ...(byDay && { testTimeout: PROCESS_TIMEOUT_MS, hookTimeout: PROCESS_TIMEOUT_MS }),
            // Somewhat less than a test has, so that it says what it waited for; and seldom, since
            // each time opens a database or a connection, beside the process that it waits for.
            expect: { poll: { timeout: PROCESS_TIMEOUT_MS - 10_000, interval: 50 } },
            globalSetup: ['test/support/run/build.ts'],
          },
        },
      ],
    },
  };
});

import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * These end a test that hangs, and are no measure of speed. The machine of the continuous integration has nothing else to
 * do, a developer's has, and a night has more cases.
 */
const TIMEOUT_MS = { alone: 60_000, busy: 120_000, nightly: 1_800_000 };

const byDay = process.env.CI === undefined ? TIMEOUT_MS.busy : TIMEOUT_MS.alone;

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/patience.ts'],
    testTimeout: mode === 'nightly' ? TIMEOUT_MS.nightly : byDay,
    hookTimeout: byDay,
    // As long as test/support/patience.ts waits.
    expect: { poll: { timeout: 30_000 } },
    // Importing costs more than most tests take, and imports do nothing and keep nothing (src/README.md): so files share a
    // process, and what they have in common is loaded once. No file may use `vi.mock`, which needs modules of its own.
    isolate: false,
    // Most tests wait for a socket, a process or a window, and not for a processor.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
  },
}));

import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { PATIENCE_MS, TIMEOUT_MS } from './test/support/time-outs.ts';

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/patience.ts'],
    testTimeout: mode === 'nightly' ? TIMEOUT_MS.nightly : TIMEOUT_MS.byDay,
    hookTimeout: TIMEOUT_MS.byDay,
    // As long as test/support/patience.ts waits.
    expect: { poll: { timeout: PATIENCE_MS } },
    // Importing costs more than most tests take, and imports do nothing and keep nothing (src/README.md): so files share a
    // process, and what they have in common is loaded once. No file may use `vi.mock`, which needs modules of its own.
    isolate: false,
    // Most tests wait for a socket, a process or a window, and not for a processor.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
  },
}));

import { defineConfig } from 'vitest/config';

/** These end a test that hangs, and are no measure of speed: a machine may be busy, and a night has more cases. */
const TIMEOUT_MS = { test: 90_000, nightly: 1_800_000 };

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    testTimeout: mode === 'nightly' ? TIMEOUT_MS.nightly : TIMEOUT_MS.test,
    hookTimeout: 90_000,
    // Most tests wait for a socket, a process or a window, and not for a processor.
    maxWorkers: 3,
  },
}));

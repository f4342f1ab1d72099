import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Most tests wait for a socket, a process or a window, and not for a processor.
    maxWorkers: 3,
  },
});

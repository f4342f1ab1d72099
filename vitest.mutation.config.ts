import { defineConfig } from 'vitest/config';

/** `src/checks` → the tests in `test/checks`. */
const room = (process.env.MUTATION_ROOM ?? 'src/imei').replace(/^src\//, '');

/** The tests that judge the mutants of one room: its own, without those that measure time or start processes. */
export default defineConfig({
  test: {
    include: [`test/${room}/**/*.test.ts`],
    // Instrumented code is several times slower, so what measures the processor's time would say nothing.
    exclude: ['**/*.time.test.ts'],
    testNamePattern: /^(?!.*the time it takes)/,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});

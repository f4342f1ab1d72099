/** The machine of the continuous integration has nothing else to do; a developer's has, and takes many times as long. */
const isAlone = process.env.CI !== undefined;

/** These end a test that hangs, and are no measure of speed. A night has more cases. */
export const TIMEOUT_MS = { byDay: isAlone ? 120_000 : 600_000, nightly: 1_800_000 } as const;

/**
 * So long a test waits for what has to come: a process that starts beside many others takes minutes, and what does not come
 * at all is told a little later. With a mutant it comes never, a thousand times.
 */
export const PATIENCE_MS = process.env.MUTATION === 'yes' ? 30_000 : isAlone ? 100_000 : 240_000;

/** The same for who has many files read, one by one, each of which may take as long as it is given. */
export const FILES_MS = isAlone ? { test: 240_000, wait: 170_000 } : { test: 900_000, wait: 700_000 };

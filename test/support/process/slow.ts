/** For a test that starts several programs, each of which takes a second, and several on a busy machine. */
export const SLOW = { timeout: 30_000 };

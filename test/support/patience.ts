import { vi } from 'vitest';

/**
 * vitest waits for a second, or as long as a test says who knows how fast it is on a machine of its own. On one that has
 * other things to do a step takes ten times as long; what does not come at all is told a little later. For
 * `expect.poll` the same stands in vitest's settings, which know nothing of `vi.waitFor`.
 */
const PATIENCE_MS = 30_000;

const waitFor = vi.waitFor;
vi.waitFor = (check, options) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(check, { ...given, timeout: Math.max(given?.timeout ?? 0, PATIENCE_MS) });
};

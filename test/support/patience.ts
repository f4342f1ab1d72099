import { vi } from 'vitest';
import { PATIENCE_MS } from './time-outs.ts';

/**
 * vitest waits for a second, or as long as a test says who knows how fast it is on a machine of its own. For `expect.poll`
 * the same stands in vitest's settings, which know nothing of `vi.waitFor`.
 */

const waitFor = vi.waitFor;
vi.waitFor = (check, options) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(check, { ...given, timeout: Math.max(given?.timeout ?? 0, PATIENCE_MS) });
};

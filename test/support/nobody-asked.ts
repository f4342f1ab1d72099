import type { AskedBy } from '../../src/requests/journal/asked-by.ts';

/** For journals of which nobody wants to know who asked. */
export const NOBODY_ASKED: AskedBy = {
  add: async () => undefined,
  remove: async () => undefined,
  idsOf: async () => [],
};

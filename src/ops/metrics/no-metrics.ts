import type { Metrics } from './metrics.ts';

const nothing = (): void => undefined;

/** Counts nothing, where nobody could read it. */
export const NO_METRICS: Metrics = {
  checkSettled: nothing,
  answered: nothing,
  flightShared: nothing,
  spent: nothing,
  saved: nothing,
  inDoubt: nothing,
  waited: nothing,
  serviceAnswered: nothing,
  edited: nothing,
  failed: nothing,
  observe: nothing,
  render: async () => ({ contentType: 'text/plain', text: '' }),
  stop: nothing,
};

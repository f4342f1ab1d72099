import type { Metrics } from './metrics.ts';

const nothing = (): void => undefined;

/** Counts nothing, for a bot without a metrics endpoint. */
export const NO_METRICS: Metrics = {
  checkSettled: nothing,
  answered: nothing,
  flightShared: nothing,
  spent: nothing,
  saved: nothing,
  inDoubt: nothing,
  waited: nothing,
  serviceAnswered: nothing,
  serviceResponded: nothing,
  edited: nothing,
  requestAnswered: nothing,
  failed: nothing,
  observe: () => nothing,
  render: async () => ({ contentType: 'text/plain', text: '' }),
};

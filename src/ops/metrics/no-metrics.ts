import type { Metrics } from './metrics.ts';

const nothing = (): void => undefined;

/** Counts nothing, for a bot without a metrics endpoint. */
export const NO_METRICS: Metrics = {
  checkEnded: nothing,
  checkAnswered: nothing,
  flightShared: nothing,
  paid: nothing,
  saved: nothing,
  inDoubt: nothing,
  waited: nothing,
  serviceTook: nothing,
  serviceResponded: nothing,
  replyShown: nothing,
  requestTook: nothing,
  storeFailed: nothing,
  errorLogged: nothing,
  observe: () => nothing,
  render: async () => ({ contentType: 'text/plain', text: '' }),
};

/** What every value is called that is not in its list, so that nothing a person wrote ever becomes a label. */
export const OTHER = 'other';

/** How a check can end: an answer, a refusal of the bot, a request given up, or one of the service's failures. */
export const OUTCOMES: readonly string[] = [
  'found',
  'not-found',
  'refused',
  'cancelled',
  'credentials-wrong',
  'account-blocked',
  'credentials-missing',
  'limit-exceeded',
  'imei-empty',
  'key-refused',
  'key-inactive',
  'hourly-limit',
  'daily-limit',
  'access-refused',
  'unknown-error',
  'unreachable',
  'timeout',
  'reset',
  'server-error',
  'unreadable',
  'too-large',
  'redirect',
  'unexpected',
];

/** Where an answer came from. */
export const SOURCES: readonly string[] = ['service', 'cache', 'tac'];

/** The periods over which the service counts checks. */
export const PERIODS: readonly string[] = ['hour', 'day', 'month'];

/** Where something can break: the rooms, and what runs beside them. */
export const PLACES: readonly string[] = [
  'adapters',
  'commands',
  'requests',
  'checks',
  'service',
  'store',
  'notify',
  'http',
  'metrics',
  'process',
];

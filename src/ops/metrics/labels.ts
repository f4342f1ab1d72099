/** The label for every value that is not in its list, so that no text a person wrote becomes a label. */
export const OTHER = 'other';

/** How a check can end: an answer, a refusal by the bot, a cancelled request, or a failure of the service. */
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

/** Where an answer can come from. */
export const SOURCES: readonly string[] = ['service', 'cache', 'tac'];

/** What the service can say by its status; `none` if no status arrived. */
export const STATUSES: readonly string[] = [
  '200',
  '400',
  '401',
  '403',
  '404',
  '429',
  '500',
  '502',
  '503',
  '504',
  'none',
];

/** The periods over which the service counts checks. */
export const PERIODS: readonly string[] = ['hour', 'day', 'month'];

/** Where an error can occur: the rooms, and what runs in parallel to them. */
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

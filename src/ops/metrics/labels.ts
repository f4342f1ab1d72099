/** The label for every value that is not in its list, so that no text a person wrote becomes a label. */
export const OTHER = 'other';

const words = (text: string): readonly string[] => text.split(' ');

/** How a check can end: an answer, a refusal by the bot, a cancelled request, or a failure of the service. */
export const OUTCOMES = [
  ...words('found not-found refused cancelled credentials-wrong account-blocked credentials-missing'),
  ...words('limit-exceeded imei-empty key-refused key-inactive hourly-limit daily-limit access-refused'),
  ...words('unknown-error unreachable timeout reset server-error unreadable redirect unexpected'),
];
/** Where an answer can come from. */
export const SOURCES = words('service cache tac');
/** The service's HTTP statuses; `none` if no response arrived. */
export const STATUSES = words('200 400 401 403 404 429 500 502 503 504 none');
/** The periods over which the service counts checks. */
export const PERIODS = words('hour day month');
/** Where an error can occur. */
export const PLACES = words('adapters commands requests checks service store notify http metrics process');

/** Before the name of each metric. */
export const PREFIX = 'imei_bot_';

/** A label and the values it can have. */
export interface Label {
  readonly name: string;
  readonly values: readonly string[];
}

/** The value, or `other` if the label does not have it. */
export function listed({ values }: Label, value: string): string {
  return values.includes(value) ? value : OTHER;
}

/** An error of the interface's section 7, as it goes over the wire. */
export interface Refusal {
  readonly httpStatus: 200 | 403 | 429;
  readonly body: { readonly error: string } | { readonly errors: string };
}

/** Every error of section 7 but "IMEI: <imei> not found", which is the answer to a check. */
export const REFUSALS = {
  'credentials-wrong': error('Incorrect username/password'),
  'account-blocked': error('Account blocked'),
  'credentials-missing': error('Missing username/password'),
  'limit-exceeded': error('Exceeded the limit'),
  'imei-empty': error('IMEI cannot be empty'),
  'key-refused': errors(403, 'API key invalid or disabled'),
  'key-inactive': errors(403, 'API key not activated or expired'),
  'hourly-limit': errors(429, 'Hourly limit exceeded'),
  'daily-limit': errors(429, 'Daily limit exceeded'),
  /** Not of the interface: a message it does not list. */
  'unknown-error': error('Under maintenance'),
} as const satisfies Record<string, Refusal>;

export type RefusalKind = keyof typeof REFUSALS;

export const REFUSAL_KINDS: readonly RefusalKind[] = Object.keys(REFUSALS).filter(isRefusalKind);

export function isRefusalKind(name: string): name is RefusalKind {
  return Object.hasOwn(REFUSALS, name);
}

/** The interface states no HTTP status for this shape; 200 is the harder one, since it looks like success. */
function error(message: string): Refusal {
  return { httpStatus: 200, body: { error: message } };
}

function errors(httpStatus: 403 | 429, message: string): Refusal {
  return { httpStatus, body: { errors: message } };
}

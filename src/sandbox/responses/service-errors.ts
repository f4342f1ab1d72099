/** A response, before a fault may spoil it. */
export interface WireResponse {
  readonly httpStatus: number;
  readonly body: object;
}

/**
 * The errors of the interface's section 7, except "IMEI: <imei> not found", which answers a check.
 */
export const SERVICE_ERRORS = {
  'credentials-wrong': error('Incorrect username/password'),
  'account-blocked': error('Account blocked'),
  'credentials-missing': error('Missing username/password'),
  'limit-exceeded': error('Exceeded the limit'),
  'imei-empty': error('IMEI cannot be empty'),
  'key-refused': errorsResponse(403, 'API key invalid or disabled'),
  'key-inactive': errorsResponse(403, 'API key not activated or expired'),
  'hourly-limit': errorsResponse(429, 'Hourly limit exceeded'),
  'daily-limit': errorsResponse(429, 'Daily limit exceeded'),
  /** A message that the interface does not list. */
  'unknown-error': error('Under maintenance'),
};

export type ServiceErrorKind = keyof typeof SERVICE_ERRORS;

/**
 * The interface states no HTTP status for this shape. 200 is the hardest to handle, since it looks
 * like success.
 */
function error(message: string): WireResponse {
  return { httpStatus: 200, body: { error: message } };
}

function errorsResponse(httpStatus: 403 | 429, message: string): WireResponse {
  return { httpStatus, body: { errors: message } };
}

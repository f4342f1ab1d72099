/** Why the service gave no answer. The first ten are messages of the interface (section 7), the rest is ours. */
export type ServiceFailureCode =
  | 'credentials-wrong' // 7.1 Incorrect username/password
  | 'account-blocked' // 7.1 Account blocked
  | 'credentials-missing' // 7.1 Missing username/password
  | 'limit-exceeded' // 7.1 Exceeded the limit, or 429 without a message of the interface
  | 'imei-empty' // 7.1 IMEI cannot be empty
  | 'key-refused' // 7.2 API key invalid or disabled
  | 'key-inactive' // 7.2 API key not activated or expired
  | 'hourly-limit' // 7.2 Hourly limit exceeded
  | 'daily-limit' // 7.2 Daily limit exceeded
  | 'access-refused' // 403 without a message of the interface: a block by address looks like this
  | 'unknown-error' // an `error` or `errors` text the interface does not list
  | 'unreachable' // connection refused, DNS, TLS: the request never left
  | 'timeout' // no whole answer within LOOKUP_TIMEOUT
  | 'reset' // the connection broke after the request had left
  | 'server-error' // 5xx without an error body
  | 'unreadable' // empty, truncated, not JSON, not UTF-8, an HTML page
  | 'too-large' // more than 1 MB
  | 'redirect' // answered with a redirect, which is refused: a key must not travel elsewhere
  | 'unexpected'; // JSON, but of no shape the interface knows

/** Who can mend it. */
export type Mender = 'operator' | 'service' | 'nobody';

interface FailureFacts {
  /** Whether the request may have been paid for. */
  readonly paid: 'no' | 'maybe';
  readonly mend: Mender;
  /**
   * What is worth trying: `never` by itself (a person may), `soon` with growing pauses, `window` after a full
   * rate window, `status` once the key's status says that checks are possible again.
   */
  readonly retry: 'never' | 'soon' | 'window' | 'status';
}

const ACCOUNT: FailureFacts = { paid: 'no', mend: 'operator', retry: 'status' };
const IN_DOUBT: FailureFacts = { paid: 'maybe', mend: 'service', retry: 'never' };

/** design.md, "Failures": the three things each failure says. */
export const FAILURE_FACTS: Readonly<Record<ServiceFailureCode, FailureFacts>> = {
  'credentials-wrong': ACCOUNT,
  'account-blocked': ACCOUNT,
  'credentials-missing': ACCOUNT,
  'key-refused': ACCOUNT,
  'key-inactive': ACCOUNT,
  'access-refused': ACCOUNT,
  'limit-exceeded': { paid: 'no', mend: 'operator', retry: 'window' },
  'hourly-limit': { paid: 'no', mend: 'nobody', retry: 'status' },
  'daily-limit': { paid: 'no', mend: 'nobody', retry: 'status' },
  'imei-empty': { paid: 'no', mend: 'nobody', retry: 'never' },
  unreachable: { paid: 'no', mend: 'service', retry: 'soon' },
  timeout: IN_DOUBT,
  reset: IN_DOUBT,
  'server-error': IN_DOUBT,
  unreadable: IN_DOUBT,
  'too-large': IN_DOUBT,
  'unknown-error': IN_DOUBT,
  unexpected: IN_DOUBT,
  redirect: { paid: 'maybe', mend: 'operator', retry: 'never' },
};

/** What an unreadable answer was instead. `not-http`: the far side speaks something else, or broken HTTP. */
export type Unreadable = 'empty' | 'html' | 'truncated' | 'not-json' | 'not-utf8' | 'not-http';

export interface ServiceFailureDetails {
  /** HTTP status, where there was an answer. */
  readonly httpStatus?: number;
  /** The service's own words, cut to 200 characters, with the key and the IMEI taken out. */
  readonly said?: string;
  /** When the bot looks again by itself, in milliseconds since 1970, where that is known. */
  readonly retryAt?: number;
  /** With `unreadable`: what came instead. */
  readonly instead?: Unreadable;
  /** Never an error as it came from a library: those may hold the address with the key. */
  readonly cause?: unknown;
}

/** The service gave no answer that can be used. Carries everything needed to tell a person and the operator. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  readonly code: ServiceFailureCode;
  readonly httpStatus: number | undefined;
  readonly said: string | undefined;
  readonly retryAt: number | undefined;
  readonly instead: Unreadable | undefined;

  constructor(code: ServiceFailureCode, details: ServiceFailureDetails = {}) {
    const instead = details.instead === undefined ? '' : ` (${details.instead})`;
    super(
      `service failure: ${code}${instead}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.instead = details.instead;
    this.httpStatus = details.httpStatus;
    this.said = details.said;
    this.retryAt = details.retryAt;
  }

  get paid(): 'no' | 'maybe' {
    return FAILURE_FACTS[this.code].paid;
  }

  get mend(): Mender {
    return FAILURE_FACTS[this.code].mend;
  }

  get retry(): 'never' | 'soon' | 'window' | 'status' {
    return FAILURE_FACTS[this.code].retry;
  }
}

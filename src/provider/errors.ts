/**
 * All that the checks know about a failure. A provider maps each of its messages to one of these.
 *
 * - `account`: the key or the account is refused until a person has fixed it
 * - `quota`: the account's checks are used up; the status says when there are more
 * - `rate`: too many requests in too short a time
 * - `unsent`: not a byte has left
 * - `question`: it concerns the one IMEI, not the service
 * - `in-doubt`: it has left, and may have been paid for
 * - `misdirected`: something else answers at the address, and may have been paid for passing the request on
 */
export type FailureKind = 'account' | 'quota' | 'rate' | 'unsent' | 'question' | 'in-doubt' | 'misdirected';

/**
 * The reasons that have words of their own, and what each is. The first are messages of the interface of
 * device-identity (section 7), the rest any provider may have.
 */
export const LISTED_KINDS = {
  'credentials-wrong': 'account', // 7.1 Incorrect username/password
  'account-blocked': 'account', // 7.1 Account blocked
  'credentials-missing': 'account', // 7.1 Missing username/password
  'limit-exceeded': 'rate', // 7.1 Exceeded the limit, or 429 without a message of the interface
  'imei-empty': 'question', // 7.1 IMEI cannot be empty
  'key-refused': 'account', // 7.2 API key invalid or disabled
  'key-inactive': 'account', // 7.2 API key not activated or expired
  'hourly-limit': 'quota', // 7.2 Hourly limit exceeded
  'daily-limit': 'quota', // 7.2 Daily limit exceeded
  'access-refused': 'account', // 403 without a message of the interface: a block by address looks like this
  'unknown-error': 'in-doubt', // an `error` or `errors` text the interface does not list
  unreachable: 'unsent', // connection refused, DNS, TLS: the request never left
  timeout: 'in-doubt', // no answer within LOOKUP_TIMEOUT
  reset: 'in-doubt', // the connection broke after the request had left
  'server-error': 'in-doubt', // 5xx without an error body
  unreadable: 'in-doubt', // not JSON, or not all of it
  redirect: 'misdirected', // answered with a redirect, which is refused: a key must not travel elsewhere
  unexpected: 'in-doubt', // JSON, but of no shape the interface knows
} as const satisfies Readonly<Record<string, FailureKind>>;

export type ListedCode = keyof typeof LISTED_KINDS;

/**
 * Why there is no answer: a listed reason, or one of a provider's own behind its kind, without spaces. It is stored, so
 * that its kind is known from it without the provider.
 */
export type ServiceFailureCode = ListedCode | `${FailureKind}/${string}`;

interface FailureFacts {
  /** Whether the request may have been paid for. */
  readonly paid: 'no' | 'maybe';
  /** Who can fix it. */
  readonly fixedBy: 'operator' | 'service' | 'nobody';
  /**
   * What is worth trying: `never` by itself (a person may), `soon` with growing pauses, `window` after a full
   * rate window, `status` once the key's status says that checks are possible again.
   */
  readonly retry: 'never' | 'soon' | 'window' | 'status';
  /** The listed reason whose texts it uses if it has none of its own. */
  readonly words: ListedCode;
}

const FACTS: Readonly<Record<FailureKind, FailureFacts>> = {
  account: { paid: 'no', fixedBy: 'operator', retry: 'status', words: 'access-refused' },
  quota: { paid: 'no', fixedBy: 'nobody', retry: 'status', words: 'daily-limit' },
  rate: { paid: 'no', fixedBy: 'operator', retry: 'window', words: 'limit-exceeded' },
  unsent: { paid: 'no', fixedBy: 'service', retry: 'soon', words: 'unreachable' },
  question: { paid: 'no', fixedBy: 'nobody', retry: 'never', words: 'imei-empty' },
  'in-doubt': { paid: 'maybe', fixedBy: 'service', retry: 'never', words: 'unknown-error' },
  misdirected: { paid: 'maybe', fixedBy: 'operator', retry: 'never', words: 'redirect' },
};

/** What is true of all failures of its kind. */
export function factsOf(code: ServiceFailureCode): FailureFacts {
  return FACTS[kindOf(code)];
}

export function kindOf(code: ServiceFailureCode): FailureKind {
  return isListed(code) ? LISTED_KINDS[code] : (code.split('/', 1)[0] as FailureKind);
}

/** Whether a stored text is the reason of a failure, of whatever provider. */
export function isFailureCode(text: unknown): text is ServiceFailureCode {
  if (typeof text !== 'string') return false;
  return isListed(text) || (/^[a-z-]+\/\S+$/.test(text) && Object.hasOwn(FACTS, text.split('/', 1)[0] ?? ''));
}

/** The code whose text is shown. */
export function textCodeOf(code: ServiceFailureCode): ListedCode {
  return isListed(code) ? code : factsOf(code).words;
}

function isListed(code: string): code is ListedCode {
  return Object.hasOwn(LISTED_KINDS, code);
}

export interface ServiceFailureDetails {
  /** HTTP status, where there was an answer. */
  readonly httpStatus?: number;
  /** The service's own words, cut to 200 characters, with the key and the IMEI taken out. */
  readonly serviceMessage?: string;
  /** When the bot looks again by itself, in milliseconds since 1970, where that is known. */
  readonly retryAt?: number;
  /** Never an error as it came from a library: those may hold the address with the key. */
  readonly cause?: unknown;
}

/** The service gave no answer that can be used. Carries everything needed to tell a person and the operator. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  readonly code: ServiceFailureCode;
  readonly httpStatus: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly retryAt: number | undefined;

  constructor(code: ServiceFailureCode, details: ServiceFailureDetails = {}) {
    super(`service failure: ${code}`, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.httpStatus = details.httpStatus;
    this.serviceMessage = details.serviceMessage;
    this.retryAt = details.retryAt;
  }

  get kind(): FailureKind {
    return kindOf(this.code);
  }

  get paid(): FailureFacts['paid'] {
    return factsOf(this.code).paid;
  }

  get fixedBy(): FailureFacts['fixedBy'] {
    return factsOf(this.code).fixedBy;
  }

  get retry(): FailureFacts['retry'] {
    return factsOf(this.code).retry;
  }

  /** Whether every other check would be refused as well, until the window or the key's status allows one again. */
  get refusesAll(): boolean {
    return this.retry === 'window' || this.retry === 'status';
  }
}

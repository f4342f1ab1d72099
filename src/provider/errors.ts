/**
 * The kind of a failure, from which the checks decide what to do. A provider gives each of its
 * messages one.
 *
 * - `account`: the key or the account is refused until a person fixes it
 * - `quota`: the account's checks are used up; the status says when there are more
 * - `rate`: too many requests in too short a time
 * - `unsent`: not a byte was sent
 * - `question`: it concerns this IMEI only, not the service
 * - `in-doubt`: the request was sent, and may be paid for
 * - `misdirected`: something else answers at the URL, and may have passed the request on to the
 *   service
 */
export type FailureKind =
  | 'account'
  | 'quota'
  | 'rate'
  | 'unsent'
  | 'question'
  | 'in-doubt'
  | 'misdirected';

/**
 * The reasons that have texts of their own, and their kinds. The first are messages of the
 * interface (section 7); the others can happen with any provider.
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
  // 7.1 Exceeded the limit, while the status says that no checks are left in the month
  'monthly-limit': 'quota',
  // 403 without a message of the interface: a block by IP address looks like this
  'access-refused': 'account',
  'unknown-error': 'in-doubt', // an `error` or `errors` text the interface does not list
  unreachable: 'unsent', // connection refused, DNS, TLS
  failing: 'unsent', // not asked, since the last answers were errors or came too late
  timeout: 'in-doubt', // no answer within LOOKUP_TIMEOUT
  reset: 'in-doubt', // the connection broke after the request was sent
  'server-error': 'in-doubt', // 5xx without an error body
  unreadable: 'in-doubt', // not JSON, or not all of it
  redirect: 'misdirected', // a redirect is not followed: the key must not go to another URL
  unexpected: 'in-doubt', // JSON, but of no shape in the interface
} as const satisfies Readonly<Record<string, FailureKind>>;

export type ListedCode = keyof typeof LISTED_KINDS;

/**
 * Why there is no answer: a listed reason, or the kind and a provider's own reason, without spaces.
 * It is stored, and its kind can be read without the provider.
 */
export type ServiceFailureCode = ListedCode | `${FailureKind}/${string}`;

interface FailureFacts {
  /** Whether the request may have been paid for. */
  readonly paid: 'no' | 'maybe';
  /** Who can fix it. */
  readonly fixedBy: 'operator' | 'service' | 'nobody';
  /**
   * When the bot tries again: `never` (a person may), `soon` with growing pauses, `window` after a
   * full rate window, `status` when the key's status says that checks are possible again.
   */
  readonly retry: 'never' | 'soon' | 'window' | 'status';
  /** The listed reason whose texts a reason without its own texts uses. */
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

/** The facts about all failures of the code's kind. */
export function factsOf(code: ServiceFailureCode): FailureFacts {
  return FACTS[kindOf(code)];
}

export function kindOf(code: ServiceFailureCode): FailureKind {
  return isListed(code) ? LISTED_KINDS[code] : (code.split('/', 1)[0] as FailureKind);
}

/** Whether a stored text is the reason of a failure, of any provider. */
export function isFailureCode(text: unknown): text is ServiceFailureCode {
  if (typeof text !== 'string') return false;
  return (
    isListed(text) ||
    (/^[a-z-]+\/\S+$/.test(text) && Object.hasOwn(FACTS, text.split('/', 1)[0] ?? ''))
  );
}

/** The code whose text is shown. */
export function textCodeOf(code: ServiceFailureCode): ListedCode {
  return isListed(code) ? code : factsOf(code).words;
}

function isListed(code: string): code is ListedCode {
  return Object.hasOwn(LISTED_KINDS, code);
}

export interface ServiceFailureDetails {
  /** HTTP status, if there was an answer. */
  readonly httpStatus?: number;
  /** The service's message, at most 200 characters, without the key and the IMEI. */
  readonly serviceMessage?: string;
  /** When the bot tries again by itself, in milliseconds since 1970, if known. */
  readonly retryAt?: number;
  /** Not an error of a library: it may hold the URL with the key. */
  readonly cause?: unknown;
}

/**
 * The service gave no answer that can be used. It has what a reply to the person and a log line for
 * the operator need.
 */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  readonly code: ServiceFailureCode;
  readonly httpStatus: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly retryAt: number | undefined;

  constructor(code: ServiceFailureCode, details: ServiceFailureDetails = {}) {
    super(
      `service failure: ${code}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
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

  /**
   * Whether every other check would fail as well, until the window or the key's status allows one
   * again.
   */
  get refusesAll(): boolean {
    return this.retry === 'window' || this.retry === 'status';
  }
}

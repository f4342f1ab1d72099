/**
 * The reasons that have words of their own. The first ten are messages of the interface of device-identity (section 7),
 * the rest any provider may have.
 */
export type ListedCode =
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

/**
 * All that the checks know of a failure. A provider says for each of its messages which of these it is.
 *
 * - `account`: the key or the account is refused until a person has mended it
 * - `quota`: the account's checks are used up; the status tells when there are more
 * - `rate`: too many requests in too short a time
 * - `unsent`: not a byte has left
 * - `question`: it says something of the one IMEI, and nothing of the service
 * - `in-doubt`: it has left, and may have been paid for
 * - `misdirected`: something else answers at the address, and may have been paid for passing the request on
 */
export type FailureKind = 'account' | 'quota' | 'rate' | 'unsent' | 'question' | 'in-doubt' | 'misdirected';

/**
 * Why there is no answer: a listed reason, or one of a provider's own behind its kind, without spaces. It is stored, so
 * that its kind can be told from it without the provider.
 */
export type ServiceFailureCode = ListedCode | `${FailureKind}/${string}`;

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
  /** Whose words a reason takes that has none of its own. */
  readonly words: ListedCode;
}

const FACTS: Readonly<Record<FailureKind, FailureFacts>> = {
  account: { paid: 'no', mend: 'operator', retry: 'status', words: 'access-refused' },
  quota: { paid: 'no', mend: 'nobody', retry: 'status', words: 'daily-limit' },
  rate: { paid: 'no', mend: 'operator', retry: 'window', words: 'limit-exceeded' },
  unsent: { paid: 'no', mend: 'service', retry: 'soon', words: 'unreachable' },
  question: { paid: 'no', mend: 'nobody', retry: 'never', words: 'imei-empty' },
  'in-doubt': { paid: 'maybe', mend: 'service', retry: 'never', words: 'unknown-error' },
  misdirected: { paid: 'maybe', mend: 'operator', retry: 'never', words: 'redirect' },
};

/** What each listed reason is. */
export const LISTED_KINDS: Readonly<Record<ListedCode, FailureKind>> = {
  'credentials-wrong': 'account',
  'account-blocked': 'account',
  'credentials-missing': 'account',
  'key-refused': 'account',
  'key-inactive': 'account',
  'access-refused': 'account',
  'limit-exceeded': 'rate',
  'hourly-limit': 'quota',
  'daily-limit': 'quota',
  'imei-empty': 'question',
  unreachable: 'unsent',
  timeout: 'in-doubt',
  reset: 'in-doubt',
  'server-error': 'in-doubt',
  unreadable: 'in-doubt',
  'too-large': 'in-doubt',
  'unknown-error': 'in-doubt',
  unexpected: 'in-doubt',
  redirect: 'misdirected',
};

/** What is true of all failures of its kind. */
export function factsOf(code: ServiceFailureCode): FailureFacts {
  return FACTS[kindOf(code)];
}

export function kindOf(code: ServiceFailureCode): FailureKind {
  return isListed(code) ? LISTED_KINDS[code] : kindBefore(code);
}

/** Whether a stored text is the reason of a failure, of whatever provider. */
export function isFailureCode(text: unknown): text is ServiceFailureCode {
  if (typeof text !== 'string') return false;
  return isListed(text) || (/^[a-z-]+\/\S+$/.test(text) && Object.hasOwn(FACTS, text.split('/', 1)[0] ?? ''));
}

/** Which of the listed reasons has the words to tell a reason in. */
export function wordsOf(code: ServiceFailureCode): ListedCode {
  return isListed(code) ? code : FACTS[kindBefore(code)].words;
}

function isListed(code: string): code is ListedCode {
  return Object.hasOwn(LISTED_KINDS, code);
}

function kindBefore(code: Exclude<ServiceFailureCode, ListedCode>): FailureKind {
  const kinds = Object.keys(FACTS) as FailureKind[];
  return kinds.find((kind) => code.startsWith(`${kind}/`)) ?? 'in-doubt';
}

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

  get kind(): FailureKind {
    return kindOf(this.code);
  }

  get paid(): FailureFacts['paid'] {
    return factsOf(this.code).paid;
  }

  get mend(): Mender {
    return factsOf(this.code).mend;
  }

  get retry(): FailureFacts['retry'] {
    return factsOf(this.code).retry;
  }

  /** Whether every other check would be refused as well, until the window or the key's status allows one again. */
  get refusesAll(): boolean {
    return this.retry === 'window' || this.retry === 'status';
  }
}

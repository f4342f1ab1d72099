/**
 * The kind of a failure, by which the checks decide what to do. A provider gives each of its
 * messages a kind.
 */
export type FailureKind =
  /** The key or the account is refused until a person fixes it. */
  | 'key'
  /** The account's checks are used up; the status says when there are more. */
  | 'quota'
  /** Too many requests in too short a time. */
  | 'rate'
  /** Nothing of the request was sent. */
  | 'unsent'
  /** It concerns this IMEI only, not the service. */
  | 'imei'
  /** The request was sent, and may be paid for. */
  | 'in-doubt'
  /** Something else answers at the URL, and may have passed the request on to the service. */
  | 'misdirected';

/**
 * The reasons that have texts of their own, and their kinds. Those with a section number (7.1) are
 * messages of the device-identity service, with the section of its specification that lists them:
 * `device-identity/definition` has the title. The others can happen with any provider.
 */
export const KIND_OF_CODE = {
  'credentials-wrong': 'key', // 7.1 Incorrect username/password
  'account-blocked': 'key', // 7.1 Account blocked
  'credentials-missing': 'key', // 7.1 Missing username/password
  'limit-exceeded': 'rate', // 7.1 Exceeded the limit, or 429 without a message of the interface
  'imei-empty': 'imei', // 7.1 IMEI cannot be empty
  'key-refused': 'key', // 7.2 API key invalid or disabled
  'key-inactive': 'key', // 7.2 API key not activated or expired
  'hourly-limit': 'quota', // 7.2 Hourly limit exceeded
  'daily-limit': 'quota', // 7.2 Daily limit exceeded
  // 7.1 Exceeded the limit, while the status says that no checks are left in the month
  'monthly-limit': 'quota',
  // 403 without a message of the interface: a block by IP address looks like this
  'access-refused': 'key',
  'unknown-error': 'in-doubt', // an `error` or `errors` text the interface does not list
  unreachable: 'unsent', // connection refused, DNS, TLS
  failing: 'unsent', // not asked, since the last responses were errors or came too late
  timeout: 'in-doubt', // no response within LOOKUP_TIMEOUT
  reset: 'in-doubt', // the connection broke after the request was sent
  'server-error': 'in-doubt', // 5xx without an error body
  unreadable: 'in-doubt', // not JSON, or not all of it
  redirect: 'misdirected', // a redirect is not followed: the key must not go to another URL
  unexpected: 'in-doubt', // JSON, but of no shape in the interface
} as const satisfies Readonly<Record<string, FailureKind>>;

export type ListedCode = keyof typeof KIND_OF_CODE;

/**
 * The reason why there is no answer: a listed reason, or the kind and a provider's own reason,
 * without spaces. It is stored, and its kind can be read without the provider.
 */
export type ServiceFailureCode = ListedCode | `${FailureKind}/${string}`;

/** The reason why there is no answer, as the texts about it need it. */
export interface FailureReason {
  readonly code: ServiceFailureCode;
  /** The last day of a key that has expired, YYYY-MM-DD in UTC. */
  readonly lastDay?: string | undefined;
}

interface FailureFacts {
  readonly mayBePaid: boolean;
  /** Whether only the operator of the bot can fix it, so that people should tell them. */
  readonly isForOperator: boolean;
  /**
   * The service refuses all checks, not only this one: until a full rate window has passed, or
   * until the key's status says that checks are possible again.
   */
  readonly refusesAllUntil?: 'window' | 'status';
  /** The listed reason whose texts are shown for a reason that has no texts of its own. */
  readonly textsOf: ListedCode;
}

const FACTS: Readonly<Record<FailureKind, FailureFacts>> = {
  key: {
    mayBePaid: false,
    isForOperator: true,
    refusesAllUntil: 'status',
    textsOf: 'access-refused',
  },
  quota: {
    mayBePaid: false,
    isForOperator: false,
    refusesAllUntil: 'status',
    textsOf: 'daily-limit',
  },
  rate: {
    mayBePaid: false,
    // The bot keeps the limits: other programs use the key, or a setting is higher than the limit.
    isForOperator: true,
    refusesAllUntil: 'window',
    textsOf: 'limit-exceeded',
  },
  unsent: { mayBePaid: false, isForOperator: false, textsOf: 'unreachable' },
  imei: { mayBePaid: false, isForOperator: false, textsOf: 'imei-empty' },
  'in-doubt': { mayBePaid: true, isForOperator: false, textsOf: 'unknown-error' },
  misdirected: { mayBePaid: true, isForOperator: true, textsOf: 'redirect' },
};

/** The facts about all failures of the code's kind. */
export function factsOf(code: ServiceFailureCode): FailureFacts {
  return FACTS[failureKindOf(code)];
}

export function failureKindOf(code: ServiceFailureCode): FailureKind {
  // A code that is not listed is written as `KIND/…`.
  return isListed(code) ? KIND_OF_CODE[code] : (code.split('/', 1)[0] as FailureKind);
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
  return isListed(code) ? code : factsOf(code).textsOf;
}

function isListed(code: string): code is ListedCode {
  return Object.hasOwn(KIND_OF_CODE, code);
}

export interface ServiceFailureDetails extends Pick<FailureReason, 'lastDay'> {
  /** HTTP status, if there was a response. */
  readonly httpStatus?: number;
  /** The service's message, at most 200 characters, without the key and the IMEI. */
  readonly serviceMessage?: string;
  /** Time of the bot's next try by itself, in milliseconds since 1970, if known. */
  readonly retryAt?: number;
  /** Never an error of a library, which may hold the URL with the key. */
  readonly cause?: unknown;
}

/**
 * The service gave no response that can be used. It has what a reply to the person and a log line
 * for the operator need.
 */
export class ServiceFailure extends Error implements FailureReason {
  override readonly name = 'ServiceFailure';
  readonly code: ServiceFailureCode;
  readonly httpStatus: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly retryAt: number | undefined;
  readonly lastDay: string | undefined;

  constructor(code: ServiceFailureCode, details: ServiceFailureDetails = {}) {
    super(
      `service failure: ${code}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.httpStatus = details.httpStatus;
    this.serviceMessage = details.serviceMessage;
    this.retryAt = details.retryAt;
    this.lastDay = details.lastDay;
  }

  get kind(): FailureKind {
    return failureKindOf(this.code);
  }

  get mayBePaid(): boolean {
    return factsOf(this.code).mayBePaid;
  }

  get isForOperator(): boolean {
    return factsOf(this.code).isForOperator;
  }
}

/**
 * Exit codes: 0 success, 1 crash, 75 and 78 as in sysexits.h. After 75 a later start may succeed;
 * after 78 every start fails until a person has fixed what the last log lines name.
 */
export const EXIT = { ok: 0, crash: 1, tryAgain: 75, config: 78 } as const;

/**
 * The code of an error of the system, Node or SQLite, such as `ENOENT`; undefined for anything
 * else.
 */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

interface OperatorErrorOptions extends ErrorOptions {
  readonly exitCode?: number;
}

/** A problem that the operator has to fix; the message says what is wrong, and what to do. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  /** The exit code of a process that cannot go on. */
  readonly exitCode: number;

  constructor(message: string, options: OperatorErrorOptions = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? EXIT.config;
  }
}

/** A call got no answer. The message is a short reason, without a URL. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
}

/** Codes of the system, TLS, Node and undici; those of discord.js have small letters. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]*$/;
const MISUSES = [
  'INVALID_ARG',
  'INVALID_URL',
  'INVALID_THIS',
  'INVALID_STATE',
  'MISSING',
  'OUT_OF_RANGE',
  'NOT_SUPP',
];
/** The code of a call that was made wrongly: `ERR_INVALID_ARG_TYPE`. */
const MISUSE_CODE = new RegExp(`^(?:UND_)?ERR_(?:${MISUSES.join('|')})`);

/** Whether a call got no answer: no connection, a broken one, or none in time. Not a bug. */
export function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ConnectionFailed || error.name === 'AbortError' || isTimeout(error)) {
    return true;
  }
  const code = errorCode(error);
  if (code !== undefined) return SYSTEM_CODE.test(code) && !MISUSE_CODE.test(code);
  // `fetch` and the libraries give the reason as the cause of their error.
  return isNoAnswer(error.cause);
}

/** Whether a call was given up because its time was over, as by `AbortSignal.timeout`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** The message of an error, or its code; anything else that was thrown, as text. */
export function errorMessage(error: unknown): string {
  // Node's error for a host with several IP addresses has a code alone.
  return error instanceof Error ? error.message || (errorCode(error) ?? error.name) : String(error);
}

/**
 * The reason why something cannot be reached, for an operator: a code such as `ECONNREFUSED`,
 * `ENOTFOUND` or `CERT_HAS_EXPIRED` if there is one, else the message. It contains no URL of ours.
 */
export function whyUnreachable(error: unknown): string {
  const code = errorCode(error);
  if (code !== undefined && code !== '') return code;
  // `fetch` and the libraries give the reason as the cause of their error.
  if (error instanceof Error && error.cause instanceof Error) return whyUnreachable(error.cause);
  return errorMessage(error);
}

/**
 * The reason why a call with this limit of time got no answer, or not a whole one, for an operator.
 */
export function noAnswerReason(error: unknown, limitMs: number): string {
  return isTimeout(error) ? `no answer within ${limitMs / 1_000} s` : whyUnreachable(error);
}

/**
 * Settles like the work, but resolves with undefined when the work fails because a file is not
 * there.
 */
export async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

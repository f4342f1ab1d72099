import { errorCode, errorMessage } from '../error-code.ts';

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

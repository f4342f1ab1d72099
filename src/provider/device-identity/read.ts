import { jsonIn } from '../../core/json.ts';
import type { AnswerReader } from '../contract.ts';
import type { CheckAnswer, KeyStatus, RawAnswer } from '../device.ts';
import { ServiceFailure, type Unreadable } from '../errors.ts';
import { refusalOf } from '../http/refusals.ts';
import { isObject, type JsonObject } from './leftover.ts';
import { codeOf, messageOf, quotable, saysNotFound } from './messages.ts';
import { defined, readDevice } from './read-device.ts';
import { keyStatusSchema } from './schemas.ts';

/**
 * Reads the answer to a check (interface sections 2.1, 2.2 and 7), whatever its HTTP status.
 * An answer with a brand or a model is a device, whatever else is in it: it was paid for.
 * @throws {ServiceFailure} `unreadable`, `server-error`, `unexpected`, or the code of the service's message
 */
export function readCheckAnswer(raw: RawAnswer): CheckAnswer {
  const source = parseObject(raw);
  const device = readDevice(source);
  if (device !== undefined) return { found: true, device };
  const message = messageOf(source);
  if (message !== undefined && saysNotFound(message)) return { found: false };
  throw failureSaid(message, raw);
}

/**
 * Reads the answer to a key status call (interface sections 2.3 and 7). Fields that cannot be read are left out.
 * @throws {ServiceFailure} like {@link readCheckAnswer}
 */
export function readKeyStatus(raw: RawAnswer): KeyStatus {
  const source = parseObject(raw);
  const read = defined(keyStatusSchema.parse(source));
  if (Object.keys(read).length === 0) throw failureSaid(messageOf(source), raw);
  return {
    ...defined({
      hasAccess: read['Has access'],
      activationDate: read['Activation date'],
      expirationDate: read['Expiration date'],
    }),
    checksLeft: defined({
      hour: read['Checks left (hour)'],
      day: read['Checks left (day)'],
      month: read['Checks left (month)'],
    }),
  };
}

/** Reads what came from this service, whenever it came. */
export const READER: AnswerReader = { name: 'device-identity', read: readCheckAnswer };

function failureSaid(message: string | undefined, { httpStatus }: RawAnswer): ServiceFailure {
  if (message === undefined) return wrongShape(httpStatus);
  const listed = codeOf(message);
  const code = listed === 'unknown-error' ? (refusalOf(httpStatus) ?? listed) : listed;
  return new ServiceFailure(code, {
    httpStatus,
    ...(listed === 'unknown-error' ? { said: quotable(message) } : {}),
  });
}

function parseObject({ httpStatus, body }: RawAnswer): JsonObject {
  // Trimming takes a byte order mark away as well.
  const text = body.trim();
  // No error of the parser: it would quote the body, which may hold an IMEI.
  const parsed = jsonIn(text);
  if (parsed === undefined) throw unreadable(text, httpStatus);
  if (!isObject(parsed)) throw wrongShape(httpStatus);
  return parsed;
}

function wrongShape(httpStatus: number): ServiceFailure {
  const refusal = refusalOf(httpStatus);
  if (refusal !== undefined) return new ServiceFailure(refusal, { httpStatus });
  return new ServiceFailure(httpStatus >= 500 ? 'server-error' : 'unexpected', { httpStatus });
}

function unreadable(text: string, httpStatus: number): ServiceFailure {
  if (httpStatus >= 500) return new ServiceFailure('server-error', { httpStatus });
  const refusal = refusalOf(httpStatus);
  if (refusal !== undefined) return new ServiceFailure(refusal, { httpStatus });
  return new ServiceFailure('unreadable', { httpStatus, instead: whatCame(text) });
}

function whatCame(text: string): Unreadable {
  if (text === '') return 'empty';
  if (text.startsWith('<')) return 'html';
  return text.startsWith('{') && !text.endsWith('}') ? 'truncated' : 'not-json';
}

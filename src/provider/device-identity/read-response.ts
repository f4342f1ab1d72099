import { isObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { ResponseReader } from '../contract.ts';
import type { CheckResult, KeyStatus, ServiceResponse } from '../device.ts';
import { ServiceFailure, type ServiceFailureCode } from '../service-failure.ts';
import { undefinedIfEmpty, withoutUndefined } from './defined-fields.ts';
import { readDevice } from './read-device.ts';
import { failureCodeOf, findMessage, isNotFound, quotable } from './service-messages.ts';
import { keyStatusSchema } from './wire-schemas.ts';

type StatusAndBody = Pick<ServiceResponse, 'httpStatus' | 'body'>;

/**
 * What an HTTP status means without a known message (interface section 7.2): 403 refuses access and
 * 429 asks for fewer requests, both before any check. A proxy that blocks an IP address also says
 * 403, with a page of its own.
 */
const CODES_BY_STATUS: ReadonlyMap<number, ServiceFailureCode> = new Map([
  [403, 'access-refused'],
  [429, 'limit-exceeded'],
]);

/** An IMEI of which no digit is masked. */
const WHOLE_IMEI = /(?<!\d)\d{15}(?!\d)/;

/**
 * Reads the response to a check (sections 2.1, 2.2 and 7 of the interface, which `definition`
 * names), whatever its HTTP status. A response with a brand or a model is a device, whatever else
 * it has: it was paid for. Both results name the IMEI that was checked. If it is not the IMEI that
 * was asked for, something has mixed up two responses.
 * @param asked the IMEI that was asked for; undefined for a stored response, whose IMEI is
 *   stored as a hash
 * @throws {ServiceFailure} with a code: see {@link failureOf}, and {@link parseObject} for a body
 *   that is not an object. `unexpected` also if the response is about another IMEI.
 */
export function readCheckResult(response: StatusAndBody, asked?: string): CheckResult {
  const source = parseObject(response);
  const device = readDevice(source);
  if (device !== undefined) {
    assertAbout(asked, device.imei, response);
    return { found: true, device };
  }
  const message = findMessage(source);
  if (message === undefined || !isNotFound(message)) throw failureOf(message, response);
  assertAbout(asked, message, response);
  return { found: false };
}

/**
 * Reads the response to a key status call (interface sections 2.3 and 7). Fields that cannot be
 * read are left out.
 * @throws {ServiceFailure} like {@link readCheckResult}
 */
export function readKeyStatus(response: StatusAndBody): KeyStatus {
  const source = parseObject(response);
  // `parse` never throws, since every object fits the schema.
  const read = undefinedIfEmpty(keyStatusSchema.parse(source));
  if (read === undefined) throw failureOf(findMessage(source), response);
  return {
    ...withoutUndefined({
      hasAccess: read['Has access'],
      activationDate: read['Activation date'],
      expirationDate: read['Expiration date'],
    }),
    checksLeft: withoutUndefined({
      hour: read['Checks left (hour)'],
      day: read['Checks left (day)'],
      month: read['Checks left (month)'],
    }),
  };
}

/** Reads responses of this service, new or stored. */
export const READER: ResponseReader = { name: 'device-identity', read: readCheckResult };

/**
 * @param text of the response, which may name an IMEI
 * @throws ServiceFailure `unexpected` if that is a whole IMEI, and not the one that was asked for
 */
function assertAbout(
  asked: string | undefined,
  text: string | undefined,
  { httpStatus }: StatusAndBody,
): void {
  const named = WHOLE_IMEI.exec(text ?? '')?.[0];
  if (named !== undefined && asked !== undefined && named !== asked) {
    throw new ServiceFailure('unexpected', { httpStatus });
  }
}

/**
 * The reason why a response has neither a device nor the status of a key. The first of these
 * decides:
 *
 *     a message that the interface lists    its code
 *     an HTTP status that means something   `access-refused` for 403, `limit-exceeded` for 429
 *     any other message                     `unknown-error`
 *     the HTTP status of an error           `server-error`
 *     nothing of that                       `unexpected`
 */
function failureOf(message: string | undefined, { httpStatus }: StatusAndBody): ServiceFailure {
  if (message === undefined) return failureWithoutMessage('unexpected', httpStatus);
  const listed = failureCodeOf(message);
  if (listed !== undefined) return new ServiceFailure(listed, { httpStatus });
  const code = CODES_BY_STATUS.get(httpStatus) ?? 'unknown-error';
  return new ServiceFailure(code, { httpStatus, serviceMessage: quotable(message) });
}

/** The reason by the HTTP status of a response; `otherwise` if it does not say. */
function failureWithoutMessage(otherwise: ServiceFailureCode, httpStatus: number): ServiceFailure {
  const code = CODES_BY_STATUS.get(httpStatus) ?? (httpStatus >= 500 ? 'server-error' : otherwise);
  return new ServiceFailure(code, { httpStatus });
}

/** @throws ServiceFailure if the body is not an object, by its HTTP status or as `unreadable` */
function parseObject({ httpStatus, body }: StatusAndBody): JsonObject {
  // `trim` also removes a byte order mark. The parser's error would quote the body, which may hold
  // an IMEI.
  const parsed = parseJson(body.trim());
  if (isObject(parsed)) return parsed;
  const otherwise = parsed === undefined ? 'unreadable' : 'unexpected';
  throw failureWithoutMessage(otherwise, httpStatus);
}

import { isObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { ResponseReader } from '../contract.ts';
import type { CheckResult, Device, DeviceInfo, KeyStatus, ServiceResponse } from '../device.ts';
import { ServiceFailure, type ServiceFailureCode } from '../service-failure.ts';
import { boundedJson, leftover } from './leftover.ts';
import { failureCodeOf, findMessage, isNotFound, quotable } from './service-messages.ts';
import { deviceSchema, keyStatusSchema, type WireInfo } from './wire-schemas.ts';

type Body = Pick<ServiceResponse, 'httpStatus' | 'body'>;

/**
 * The meaning of an HTTP status alone (interface section 7.2): 403 refuses access and 429 asks for
 * fewer requests, both before any check. A proxy that blocks an IP address sends a page without a
 * message of the interface. Sections are those of the document that `definition` names.
 */
const CODES_BY_STATUS: ReadonlyMap<number, ServiceFailureCode> = new Map([
  [403, 'access-refused'],
  [429, 'limit-exceeded'],
]);

/**
 * Reads the answer to a check (interface sections 2.1, 2.2 and 7), whatever its HTTP status.
 * An answer with a brand or a model is a device, whatever else it holds: it was paid for.
 * “Found” and “not found” name the IMEI that was checked. If it is not the IMEI that was asked for,
 * something has mixed up two answers.
 * @param asked the IMEI that was asked for; undefined for a stored answer, whose IMEI is
 *   stored as a hash
 * @throws {ServiceFailure} with the code of the message, if the interface lists it. Otherwise at
 *   403 `access-refused` and at 429 `limit-exceeded`, whatever the body is. Else `unknown-error`
 *   for a message; without one `unreadable`, `unexpected` or `server-error`. `unexpected` also if
 *   the answer is about another IMEI.
 */
export function readCheckResult(response: Body, asked?: string): CheckResult {
  const source = parseObject(response);
  const device = readDevice(source);
  if (device !== undefined) {
    assertAbout(asked, device.imei, response);
    return { found: true, device };
  }
  const message = findMessage(source);
  if (message === undefined || !isNotFound(message)) throw messageFailure(message, response);
  assertAbout(asked, message, response);
  return { found: false };
}

/**
 * Reads the answer to a key status call (interface sections 2.3 and 7). Fields that cannot be read
 * are left out.
 * @throws {ServiceFailure} like {@link readCheckResult}
 */
export function readKeyStatus(response: Body): KeyStatus {
  const source = parseObject(response);
  const read = withoutUndefined(keyStatusSchema.parse(source));
  if (Object.keys(read).length === 0) throw messageFailure(findMessage(source), response);
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

/** Reads answers of this service, new or stored. */
export const READER: ResponseReader = { name: 'device-identity', read: readCheckResult };

/**
 * @throws ServiceFailure `unexpected` if the text of an answer names a whole IMEI that is not the
 *   one that was asked for
 */
function assertAbout(asked: string | undefined, text: string | undefined, response: Body): void {
  const [named] = /(?<!\d)\d{15}(?!\d)/.exec(text ?? '') ?? [];
  if (named !== undefined && asked !== undefined && named !== asked) {
    throw new ServiceFailure('unexpected', { httpStatus: response.httpStatus });
  }
}

/**
 * The reason why an answer has neither a device nor the status of a key. The first of these
 * decides: a message of the interface, the HTTP status if it has a code, any other message, the
 * HTTP status of an error.
 */
function messageFailure(message: string | undefined, { httpStatus }: Body): ServiceFailure {
  if (message === undefined) return statusFailure('unexpected', httpStatus);
  const listed = failureCodeOf(message);
  if (listed !== undefined) return new ServiceFailure(listed, { httpStatus });
  const code = CODES_BY_STATUS.get(httpStatus) ?? 'unknown-error';
  return new ServiceFailure(code, { httpStatus, serviceMessage: quotable(message) });
}

/**
 * The reason why an answer without a message holds nothing; `otherwise` if its HTTP status does not
 * say.
 */
function statusFailure(otherwise: ServiceFailureCode, httpStatus: number): ServiceFailure {
  const code = CODES_BY_STATUS.get(httpStatus) ?? (httpStatus >= 500 ? 'server-error' : otherwise);
  return new ServiceFailure(code, { httpStatus });
}

function parseObject({ httpStatus, body }: Body): JsonObject {
  // `trim` also removes a byte order mark. The parser's error would quote the body, which may hold
  // an IMEI.
  const parsed = parseJson(body.trim());
  if (isObject(parsed)) return parsed;
  throw statusFailure(parsed === undefined ? 'unreadable' : 'unexpected', httpStatus);
}

/**
 * The device in a BASIC or FULL answer (interface sections 2.1 and 2.2); undefined if it has
 * neither a brand nor a model. What fits no field of a device is in `other`.
 */
function readDevice(source: JsonObject): Device | undefined {
  const { imei, brand, model, imei_parts, info } = deviceSchema.parse(source);
  if (brand === undefined && model === undefined) return undefined;
  const { info: sourceInfo, ...top } = source;
  const full = isPresent(source.imei_parts) || isPresent(sourceInfo);
  return {
    level: full ? 'FULL' : 'BASIC',
    ...withoutUndefined({
      imei,
      brand,
      model,
      parts: imei_parts === undefined ? undefined : withoutUndefined(imei_parts),
      info: info === undefined || !isObject(sourceInfo) ? undefined : readInfo(info, sourceInfo),
    }),
    other: leftover(info === undefined ? source : top, { imei, brand, model, imei_parts }),
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readInfo(read: WireInfo, source: JsonObject): DeviceInfo {
  const { battery, year, memory_card, size, display, lan_ports, ...plain } = read;
  const { other_band, gsm_band, umts_band, hsdpa_band, ...single } = plain;
  return {
    ...withoutUndefined({
      ...single,
      battery: battery && undefinedIfEmpty({ type: battery[0], capacity: battery[1] }),
      year: year && undefinedIfEmpty({ year: year[0], month: year[1] }),
      memory_card: memory_card && undefinedIfEmpty({ type: memory_card[0], size: memory_card[1] }),
      size: size && undefinedIfEmpty(size),
      display: display && readDisplay(display),
      lan_ports: boundedJson(lan_ports),
      other_band: readBands(other_band),
      gsm_band: readBands(gsm_band),
      umts_band: readBands(umts_band),
      hsdpa_band: readBands(hsdpa_band),
    }),
    other: leftover(source, read),
  };
}

function readDisplay({
  type,
  color,
  size,
}: NonNullable<WireInfo['display']>): DeviceInfo['display'] {
  return undefinedIfEmpty({
    type,
    color: color && undefinedIfEmpty({ has: color[0], depth: color[1] }),
    size: size && undefinedIfEmpty(size),
  });
}

/** An empty list is not a missing one: the interface's sample has both. */
function readBands(
  bands: readonly (string | undefined)[] | undefined,
): readonly string[] | undefined {
  return bands?.filter((band) => band !== undefined);
}

function undefinedIfEmpty<Fields extends object>(
  fields: Fields,
): ReturnType<typeof withoutUndefined<Fields>> | undefined {
  const defined = withoutUndefined(fields);
  return Object.keys(defined).length === 0 ? undefined : defined;
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Leaves out the fields that are `undefined`. */
function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  const defined: Defined<Fields> = {};
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    const value = fields[name];
    if (value !== undefined) defined[name] = value as Exclude<Fields[keyof Fields], undefined>;
  }
  return defined;
}

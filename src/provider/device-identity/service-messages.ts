import { isObject, type JsonObject } from '../../core/json.ts';
import type { ServiceFailureCode } from '../service-failure.ts';

/**
 * The messages of the interface's section 7, in lower case. "IMEI: <imei> not found" is a result,
 * not a failure.
 */
const CODES: ReadonlyMap<string, ServiceFailureCode> = new Map([
  ['incorrect username/password', 'credentials-wrong'],
  ['account blocked', 'account-blocked'],
  ['missing username/password', 'credentials-missing'],
  ['exceeded the limit', 'limit-exceeded'],
  ['imei cannot be empty', 'imei-empty'],
  ['api key invalid or disabled', 'key-refused'],
  ['api key not activated or expired', 'key-inactive'],
  ['hourly limit exceeded', 'hourly-limit'],
  ['daily limit exceeded', 'daily-limit'],
]);

/** The most characters of a message that are read. The service's messages are shorter. */
const MAX_MESSAGE = 2_000;

/** 14 digits or more, however grouped, may be an IMEI, with or without its check digit. */
const IMEI_LIKE = /\d(?:[ ./*_-]?\d){13,}/g;

/**
 * The text in `error` or `errors`, also inside a list or an object. If both fields have a text, a
 * message that the interface lists is preferred, then `error`.
 */
export function findMessage({ error, errors }: JsonObject): string | undefined {
  const texts = [firstText(error), firstText(errors)].filter((text) => text !== undefined);
  return texts.find((text) => isNotFound(text) || failureCodeOf(text) !== undefined) ?? texts[0];
}

/** Whether a message is "IMEI: <imei> not found", with any text for the IMEI. */
export function isNotFound(message: string): boolean {
  return /^imei ?:.*not found$/.test(normalizedMessage(message));
}

/** The failure that a message of the interface means. */
export function failureCodeOf(message: string): ServiceFailureCode | undefined {
  return CODES.get(normalizedMessage(message));
}

/** A message to show and to log: one line of at most 200 characters, without a whole IMEI. */
export function quotable(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would garble a terminal or log
  const line = message.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.replace(IMEI_LIKE, '[imei]').slice(0, 200);
}

function normalizedMessage(message: string): string {
  return message
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[ .]+$/, '');
}

function firstText(value: unknown): string | undefined {
  // One level only: a hostile response may be nested deeper than the stack.
  const inside = isObject(value) ? Object.values(value) : [value].flat();
  const text = inside.find((item) => typeof item === 'string' && item.trim() !== '');
  return typeof text === 'string' ? text.slice(0, MAX_MESSAGE) : undefined;
}

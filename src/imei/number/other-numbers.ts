import { areDigits, numberAt } from '../digits.ts';
import { asImei } from '../imei.ts';
import type { OtherNumber } from './reading.ts';

/** ITU-T E.118: a SIM's number starts with 89 and has 19 or 20 digits, in practice 18 to 22. */
const ICCID = /^89\d{16,20}$/;
/** GSMA SGP.02: an eSIM's number starts with 89 and has 32 digits. */
const EID = /^89\d{30}$/;
/** 3GPP2 S.R0048: hexadecimal, from A0000000 on (99 next to decimal ones); a check digit may follow. */
const MEID = /^(?:[A-F][\dA-F]{13}|99(?=\d*[A-F])[\dA-F]{12}|A[\dA-F]{14})$/i;
/** What is below this in the order of the characters is none. */
const MEID_FIRST = '99';
const MEID_DECIMAL = /^(\d{10})\d{8}$/;
const MEID_LOWEST = 0x99_00_00_00;
const MEID_HIGHEST = 0xff_ff_ff_ff;
/** Capitals and digits without I and O, which are easily misread: 12 until 2021, 11 in the past, 10 since. */
const APPLE_SERIAL = /^(?=(?:[^A-Z]*[A-Z]){3})(?=(?:\D*\d){2})[A-HJ-NP-Z\d]{10,12}$/;

/** An Apple serial number has 10 to 12 characters, a MEID 14 or 15, and each of the others 18 or more. */
const SHORTEST_APPLE = 10;
const SHORTEST_MEID = 14;
const SHORTEST_LONG = 18;

/** A day and a time in one run: 20241121123456, also with milliseconds, or without seconds. */
const STAMP_LENGTHS: ReadonlySet<number> = new Set([12, 14, 15, 16, 17]);
/** ISO 8601 basic format, with or without seconds and fractions. */
const STAMP_WORD = /^\d{8}T\d{4,9}Z?$/i;
const STAMP_SIGN_AT = 8;
/** `T` and `t`. */
const STAMP_SIGN: ReadonlySet<number> = new Set([0x54, 0x74]);
const ABROAD = '00';
const DIALLED_ABROAD = /^00[1-9]\d{7,12}$/;
/** Milliseconds since 1970, from 2001 to 2033. */
const EPOCH = /^1\d{12}$/;
const EPOCH_LENGTH = 13;

/** An ISO 8601 date that is not part of a longer number. */
const DAY = /(?<![\d\-./])(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d|[-./]\d)/g;
/** Without other digits before or behind, unlike the groups of one number. */
const ALONE = {
  before: String.raw`(?<!\d[ \-./_()\\+\u200b]{0,8})`,
  behind: String.raw`(?![ \-./_()\\+\u200b]{0,8}\d)`,
};
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = String.raw`${OCTET}(?:\.${OCTET}){3}`;
/** IP addresses. */
const MACHINES = new RegExp(`${ALONE.before}${IPV4}(?: ${IPV4})*${ALONE.behind}`, 'g');
/** RFC 9562. */
const UUID = /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/gi;
/** A duration or a share as machines write it: `12.345678901234567`. A TAC has more digits before the point. */
const DECIMAL = new RegExp(String.raw`${ALONE.before}\d{1,7}\.\d{7,}${ALONE.behind}`, 'g');

/**
 * Returns the kind of number that length and form alone distinguish from an IMEI; undefined if it has none of these forms.
 */
export function otherNumber(characters: string): OtherNumber | undefined {
  const { length } = characters;
  // Each form has lengths of its own, which are told at once.
  if (length < SHORTEST_LONG && (length < SHORTEST_APPLE || areDigits(characters))) return undefined;
  if (length < SHORTEST_MEID) return APPLE_SERIAL.test(characters) ? 'apple-serial' : undefined;
  if (length < SHORTEST_LONG) return !isBelowMeid(characters) && MEID.test(characters) ? 'meid' : undefined;
  if (EID.test(characters)) return 'eid';
  if (ICCID.test(characters)) return 'iccid';
  return isDecimalMeid(characters) ? 'meid-decimal' : undefined;
}

/** Most numbers begin with a digit that no MEID begins with, which is told without the pattern. */
function isBelowMeid(characters: string): boolean {
  return characters < MEID_FIRST;
}

/** Whether the digits are a date and time in one run. */
export function isTimestamp(characters: string): boolean {
  if (STAMP_LENGTHS.has(characters.length) && (isYearFirst(characters) || isDayFirst(characters)))
    return true;
  return STAMP_SIGN.has(characters.charCodeAt(STAMP_SIGN_AT)) && STAMP_WORD.test(characters);
}

/** Year, month, day, hour, minute. */
function isYearFirst(digits: string): boolean {
  return isYearAt(digits, 0) && isDateAt(digits, { month: 4, day: 6 }) && isTimeAt(digits, 8);
}

/** Day, month, year, hour, minute, second. */
function isDayFirst(digits: string): boolean {
  const isDate = isYearAt(digits, 4) && isDateAt(digits, { day: 0, month: 2 });
  return isDate && isTimeAt(digits, 8) && isWithin(numberAt(digits, 12, 2), 0, 59);
}

/** From 1900 to 2099. */
function isYearAt(digits: string, at: number): boolean {
  return isWithin(numberAt(digits, at, 4), 1_900, 2_099);
}

function isDateAt(digits: string, { day, month }: { day: number; month: number }): boolean {
  return isWithin(numberAt(digits, month, 2), 1, 12) && isWithin(numberAt(digits, day, 2), 1, 31);
}

function isTimeAt(digits: string, at: number): boolean {
  return isWithin(numberAt(digits, at, 2), 0, 23) && isWithin(numberAt(digits, at + 2, 2), 0, 59);
}

function isWithin(number: number, least: number, most: number): boolean {
  return number >= least && number <= most;
}

/** Whether the digits are milliseconds since 1970. */
export function isEpoch(digits: string): boolean {
  return digits.length === EPOCH_LENGTH && EPOCH.test(digits);
}

/** Whether the digits are a phone number dialled with the international prefix 00. */
export function isDialledAbroad(digits: string): boolean {
  return digits.startsWith(ABROAD) && DIALLED_ABROAD.test(digits);
}

function isDecimalMeid(digits: string): boolean {
  const manufacturer = Number(MEID_DECIMAL.exec(digits)?.[1]);
  return manufacturer >= MEID_LOWEST && manufacturer <= MEID_HIGHEST;
}

/**
 * Blanks numbers in a folded text that look like a grouped IMEI or card number but are identified as something else by their
 * form. Keeps the length.
 */
export function withoutStrangers(folded: string): string {
  return folded
    .replace(UUID, blank)
    .replace(DAY, blank)
    .replace(MACHINES, blank)
    .replace(DECIMAL, (decimal) => (mayBeImei(decimal) ? decimal : blank(decimal)));
}

function blank(text: string): string {
  return 'x'.repeat(text.length);
}

/** `1.490154203237518`: the first item of a list, or an IMEI that contains a point. */
function mayBeImei(decimal: string): boolean {
  const [before = '', behind = ''] = decimal.split('.');
  return [before + behind, behind].some((digits) => asImei(digits) !== undefined);
}

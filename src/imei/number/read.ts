import { firstOther, isDigit, luhnCheckDigit, mayBeBareImei, mendedAt } from '../digits.ts';
import {
  asImei,
  completeImei,
  hasReportingBody,
  type Imei,
  placeholderOf,
  TAC_LENGTH,
  warningOf,
} from '../imei.ts';
import { isCardNumber } from './cards.ts';
import { isMistyped, withDigits } from './letters.ts';
import { otherNumber } from './other-numbers.ts';
import type { ImeiProblem, ImeiReading, ImeiResult } from './reading.ts';

/** Whether a TAC (8 digits) is in the open TAC table. */
export type KnownTac = (tac: string) => boolean;

/** Knows no TAC, so that no repairs are computed. */
export const NONE_KNOWN: KnownTac = () => false;

/** Interprets the characters of one number after all separators have been removed. */
export function readNumber(characters: string, known: KnownTac): ImeiResult {
  const { length } = characters;
  const isAllocated = hasReportingBody(characters);
  // No other kind of number has so many digits and no letter.
  const problem = mayBeBareImei(characters)
    ? digitsProblem(characters, isAllocated)
    : formProblem(characters);
  if (problem !== undefined) return { ok: false, problem };
  const imei = length === 15 ? asImei(characters) : completeImei(characters.slice(0, 14));
  if (imei === undefined) return { ok: false, problem: wrongCheckDigit(characters, known) };
  const reading = readingOf(imei, characters);
  return isAllocated ? { ok: true, reading } : { ok: false, problem: { kind: 'unassigned', reading } };
}

function readingOf(imei: Imei, digits: string): ImeiReading {
  const warning = warningOf(imei);
  if (digits.length === 16) {
    return {
      imei,
      from: 'imeisv',
      softwareVersion: digits.slice(14),
      ...(warning !== undefined && { warning }),
    };
  }
  const from = digits.length === 14 ? '14-digits' : 'imei';
  return warning === undefined ? { imei, from } : { imei, from, warning };
}

/** What is wrong with the length or the letters of a number. */
function formProblem(characters: string): ImeiProblem {
  if (!isDigit(characters.charCodeAt(0)) && !/\d/.test(characters)) return { kind: 'empty' };
  const what = otherNumber(characters);
  if (what !== undefined) return { kind: 'looks-like', what };
  const letter = letterIn(characters);
  if (letter !== undefined) return letter;
  const { length } = characters;
  return length < 14 ? { kind: 'too-short', digits: length } : { kind: 'too-long', digits: length };
}

/** What is wrong with 14 to 16 digits. */
function digitsProblem(characters: string, isAllocated: boolean): ImeiProblem | undefined {
  const why = placeholderOf(characters);
  if (why !== undefined) return { kind: 'placeholder', why };
  // A number with a reporting body's prefix is decided by its context.
  return !isAllocated && isCardNumber(characters) ? { kind: 'card' } : undefined;
}

function letterIn(characters: string): ImeiProblem | undefined {
  const index = firstOther(characters);
  if (index < 0) return undefined;
  const character = String.fromCodePoint(characters.codePointAt(index) ?? 0);
  const reading = readingWithDigits(characters);
  const letter = { kind: 'letter', character, position: index + 1 } as const;
  return reading === undefined ? letter : { ...letter, reading };
}

/** Only with a check digit that fits is it likely that letters were typed for digits. */
function readingWithDigits(characters: string): ImeiReading | undefined {
  if (!isMistyped(characters)) return undefined;
  const imei = asImei(withDigits(characters));
  if (imei === undefined || !hasReportingBody(imei)) return undefined;
  return readingOf(imei, imei);
}

function wrongCheckDigit(digits: string, known: KnownTac): ImeiProblem {
  const first14 = digits.slice(0, 14);
  const given = digits.slice(14);
  const networkForm = given === '0' ? completeImei(first14) : undefined;
  const wrong = {
    kind: 'check-digit',
    expected: luhnCheckDigit(first14),
    given,
    repairs: repairsOf(digits, known),
  } as const;
  return networkForm === undefined ? wrong : { ...wrong, networkForm };
}

/**
 * What 15 digits with a wrong check digit may have been: two neighbours swapped, or one digit mistyped. Contains only
 * numbers a phone can have.
 */
export function repairsOf(digits: string, known: KnownTac): readonly Imei[] {
  if (known === NONE_KNOWN) return [];
  const ownKnown = known(digits.slice(0, TAC_LENGTH));
  const imeis = new Set<Imei>();
  const offer = (tried: string, from: number): void => {
    // A change behind the TAC leaves the TAC as it was.
    if (from >= TAC_LENGTH ? !ownKnown : !known(tried.slice(0, TAC_LENGTH))) return;
    const imei = asImei(tried);
    if (imei !== undefined && hasReportingBody(imei)) imeis.add(imei);
  };
  for (let index = 1; index < digits.length; index += 1) offer(swapped(digits, index), index - 1);
  for (let index = 0; index < digits.length; index += 1) offer(mendedAt(digits, index), index);
  return [...imeis];
}

function swapped(digits: string, index: number): string {
  return `${digits.slice(0, index - 1)}${digits[index]}${digits[index - 1]}${digits.slice(index + 1)}`;
}

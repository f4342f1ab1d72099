/**
 * A button has a list as options of the command, which reads the list again when the button
 * is pressed. `imei` has a line for each number, and is read like a message whose numbers are all
 * confirmed. `unconfirmed` has the numbers that nobody has confirmed:
 *
 *     imei          IMEI1: 352099001761481 iphone 13   slot, number, and the phone it should be
 *                   490154203237518                    slot and phone are not known
 *                   3520990017614                      an invalid number, as it was typed
 *                   356938035643809
 *     unconfirmed   356938035643809 named Order no.    an unsure number, and the key of its reason
 */

import {
  type Finding,
  type UnsureImei,
  type WhyUnsure,
  writeNumber,
} from '../../../src/imei/findings.ts';
import { keyOfReason, reasonOfKey } from '../../../src/imei/reason-keys.ts';
import type { ListEntry } from '../../../src/lists/list.ts';

/** Writes the line of `imei` for a number. The words behind the number are its claim. */
export function writeLine(number: Finding): string {
  if (number.kind === 'invalid') return number.text;
  const written = writeNumber(number);
  return number.claim === undefined ? written : `${written} ${number.claim}`;
}

/** Writes the lines of `imei` for these entries. */
export function writeLines(entries: readonly ListEntry[]): readonly string[] {
  return entries.map(({ number }) => writeLine(number));
}

export function writeUnconfirmed(unsure: readonly UnsureImei[]): string {
  return unsure.map(({ imei, why }) => `${imei} ${keyOfReason(why)}`).join('\n');
}

/** Reads the option `unconfirmed`: the IMEIs, and why each is unsure. */
export function readUnconfirmed(unconfirmed = ''): ReadonlyMap<string, WhyUnsure> {
  const reasons = new Map<string, WhyUnsure>();
  for (const line of unconfirmed.split('\n')) {
    const [imei = '', ...key] = line.split(' ');
    const why = reasonOfKey(key.join(' '));
    if (why !== undefined) reasons.set(imei, why);
  }
  return reasons;
}

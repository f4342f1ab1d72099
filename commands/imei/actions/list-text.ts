import {
  type Finding,
  type UnsureImei,
  type WhyUnsure,
  writeNumber,
} from '../../../src/imei/findings.ts';
import { keyOfReason, reasonOfKey } from '../../../src/imei/reason-keys.ts';
import type { ListEntry } from '../../../src/lists/list.ts';

/*
 * A list as the options of a button, from which its press reads the list again. `imei` has a line
 * for each number, and is read like a message whose numbers are all confirmed. `unconfirmed` names
 * those that nobody has confirmed:
 *
 *     imei          IMEI1: 352099001761481 iphone 13   its slot, itself, and the phone it should be
 *                   490154203237518                    neither is known
 *                   3520990017614                      an invalid number, as it was typed
 *                   356938035643809
 *     unconfirmed   356938035643809 named Order no.    an unsure number, and the key of its reason
 */

/** The line of `imei` for a number. Words behind it name the phone and not another number. */
export function writeLine(number: Finding): string {
  if (number.kind === 'invalid') return number.text;
  const written = writeNumber(number);
  return number.claim === undefined ? written : `${written} ${number.claim}`;
}

/** The lines of `imei` for these checks. */
export function writeLines(entries: readonly ListEntry[]): readonly string[] {
  return entries.map(({ number }) => writeLine(number));
}

/** The option `unconfirmed`. */
export function writeUnconfirmed(unsure: readonly UnsureImei[]): string {
  return unsure.map(({ imei, why }) => `${imei} ${keyOfReason(why)}`).join('\n');
}

/** The IMEIs of the option `unconfirmed`, each with its reason. */
export function readUnconfirmed(unconfirmed = ''): ReadonlyMap<string, WhyUnsure> {
  const reasons = new Map<string, WhyUnsure>();
  for (const line of unconfirmed.split('\n')) {
    const [imei = '', ...key] = line.split(' ');
    const why = reasonOfKey(key.join(' '));
    if (why !== undefined) reasons.set(imei, why);
  }
  return reasons;
}

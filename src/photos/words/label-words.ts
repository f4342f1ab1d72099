import { FOREIGN_IMEI_WORD } from '../../imei/others/imei-words.ts';
import { isOtherName } from '../../imei/others/names.ts';
import { deniedBy, leavesName } from './before.ts';
import { isOfLabel, isTitle } from './label-form.ts';

/** What the words beside a number say that it is. */
export interface TextLabel {
  /**
   * `other`: something that has a name of its own, such as a serial number. `unknown`: words that say neither. `none`: no words.
   */
  readonly kind: 'imei' | 'other' | 'unknown' | 'none';
  /** The slot that the label names. */
  readonly slot?: 1 | 2;
  /** Where the words are that say so. */
  readonly place?: 'beside' | 'above';
  /** The words themselves, of those beside the number. */
  readonly words?: string;
  /** The words between it and the number above are that one's. */
  readonly isOfAnother?: true;
  /** It may be said of others only: a person is asked. */
  readonly isDoubtful?: true;
  /** It is as it was read: the word with more than a label has, or one that is not of this number. Another look would miss that. */
  readonly isSettled?: true;
}

export const UNKNOWN: TextLabel = { kind: 'unknown' };
export const NONE: TextLabel = { kind: 'none' };
/** The word is there, and is no label of this number. */
export const NO_LABEL: TextLabel = { kind: 'unknown', isSettled: true };
/** The word as it may have been read; "MEID" behind a slash looks much the same, and "Line1" has it inside. */
const IMEI = /(?<![\p{L}\p{N}])[I1l|!][MN]E[I1l|!](?!D)/iu;
/** What else has a name on the same screens; in a table it may stand above IMEIs. */
const ON_SCREENS =
  /SERI|\b(?:REF|RMA|PO|AWB|INV|LOT|JOB|PIN)\b|S\/?N\b|\bPHONE\s*(?:N|#|:|$)|TEL|MAC\b|BLUETOOTH|WI-?FI/i;
/** The other name of the same number, which stands right behind the word. */
const SAME_NUMBER = /^\s*[/|]\s*(?:MEID|EID|ESN|S\/?N)/i;
/** What the digit of a slot right behind the word is taken for, or the gap before it: `IMEI]1:`. */
const MISREAD_SLOT = /^(?:[lLIi|!TZ](?![\p{L}\p{N}])|[\])}](?=[12](?!\d)))/u;
/** A slot's number is the only one behind the word, and the last that is said. */
const SLOT = /^\D*([12])[^\p{L}\p{N}]*$/u;
/** The number is right behind the words, also on the next line. */
const FOLLOWS = /[:：]\s*$/u;
/** What else is numbered behind the word: the phones of an order. */
const OF_PHONES = /PHONE|DEVICE|TELE/i;
/** The last word of what names the number behind it, whatever the title of a column says: `Vorgangsnummer`. */
const OF_NUMBER = /:$|(?:\bn[or]\.|\bn[°º]|nummer|number|n[uú]m[eé]ro|номер|#)$/iu;
/**
 * A value of its own, which is no number for a misread digit: the word is that one's. Behind the word a slot has fewer digits, and
 * before it the name of a model.
 */
const VALUE_BEHIND = /(?:\d\D*){4}/;
const VALUE_BEFORE = /(?=(?:[^\d\s]*\d){6})[\p{L}\p{N}]{12,}/u;

/** Whether a label says that a number is an IMEI, or that it is none. */
export function isTelling({ kind }: TextLabel): boolean {
  return kind === 'imei' || kind === 'other';
}

/** Whether a word is the last one of a name that stands before its number, and not of a table's cell. */
export function isNameOfNumber(word: string): boolean {
  return OF_NUMBER.test(word);
}

/** Whether the word is in a text, whatever is said of it. */
export function saysImei(text: string): boolean {
  return IMEI.test(text) || FOREIGN_IMEI_WORD.test(text);
}

/**
 * What a text says that a number is, which stands behind or below it.
 * @param isRightBefore it stands right behind it, as in a sentence
 */
export function labelIn(text: string, isRightBefore = false): TextLabel {
  // Other scripts are in the text of documents only.
  const found = IMEI.exec(text) ?? FOREIGN_IMEI_WORD.exec(text);
  if (found === null) {
    if (namesOther(text)) return { kind: 'other' };
    return hasLetters({ text }) ? UNKNOWN : NONE;
  }
  const behind = text.slice(found.index + found[0].length).replace(SAME_NUMBER, '');
  const before = text.slice(0, found.index);
  const denied = deniedBy(before, behind);
  if (denied === 'yes' || !isOfThis(before, behind, isRightBefore)) return NO_LABEL;
  if (denied === 'maybe') return { kind: 'imei', isDoubtful: true };
  const [, slot] = OF_PHONES.test(behind) ? [] : (SLOT.exec(behind) ?? []);
  return slot === undefined ? { kind: 'imei' } : { kind: 'imei', slot: slot === '1' ? 1 : 2 };
}

/** Whether the word is of the number, and not of something else: a check that has an order's number, or a number between them. */
function isOfThis(before: string, behind: string, isRightBefore: boolean): boolean {
  if (namesOther(behind) || !isOfLabel(behind.replace(MISREAD_SLOT, ''))) return false;
  if (VALUE_BEHIND.test(behind) || VALUE_BEFORE.test(before)) return false;
  return leavesName(before, isRightBefore || FOLLOWS.test(behind));
}

/** What a text says that stands above a number: as {@link labelIn}, but for what is no title. */
export function titleIn(text: string): TextLabel {
  const label = labelIn(text);
  if (label.kind !== 'imei') return label;
  const found = IMEI.exec(text) ?? FOREIGN_IMEI_WORD.exec(text);
  const before = text.slice(0, found?.index);
  return isTitle(text, before) && !namesOther(before) ? label : NO_LABEL;
}

/** Whether words name something else than an IMEI. */
function namesOther(text: string): boolean {
  return isOtherName(text) || ON_SCREENS.test(text);
}

/** Whether a word was read, or a short form as S/N, and not only signs. */
export function hasLetters({ text }: { readonly text: string }): boolean {
  return /\p{L}\/?\p{L}/u.test(text);
}

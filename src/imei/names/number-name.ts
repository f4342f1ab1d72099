import type { SimSlot } from '../findings.ts';

/**
 * What the words around a number call it:
 *
 *     IMEI 2: x             imei, with its slot
 *     Order no.: x          other, with the words `Order no.`
 *     https://a.com/?id=x   link
 *     my phone: x           nothing
 *     id: x                 nothing, but a word for number
 */
export type NumberName =
  | NoName
  | ImeiName
  | OtherName
  /** It is part of a link. */
  | { readonly kind: 'link' };

/** No words name it. */
interface NoName {
  readonly kind: 'nothing';
  /**
   * The words around it, if they are only words for "number": `id`. They name another number if the
   * text calls a number IMEI.
   */
  readonly wordForNumber?: string;
}

export interface ImeiName {
  readonly kind: 'imei';
  /** The slot that `IMEI1` or `IMEI2` belongs to. */
  readonly simSlot?: SimSlot;
}

/** The name of a number that is not an IMEI. */
export interface OtherName {
  readonly kind: 'other';
  /** The name as people read it: `Order no.` */
  readonly words: string;
}

/**
 * The name that a label gives the numbers behind it. `namesIn` of `names/enumeration` chooses:
 *
 *     Orders: x, y        the name itself, for all numbers
 *     IMSI/IMEI: x        the name itself, which is IMEI
 *     IMSI/IMEI: x / y    `each`, one name for each number
 */
export type LabelName = NumberName & {
  /** All names of the label, in order, if it has several. */
  readonly each?: readonly NumberName[];
};

export const IMEI_NAME: ImeiName = { kind: 'imei' };
export const NAMELESS: NumberName = { kind: 'nothing' };
export const LINK_NAME: NumberName = { kind: 'link' };

/** The most characters of a name that people read. */
export const LONGEST_SHOWN_NAME = 40;

export function otherName(words: string): OtherName {
  return { kind: 'other', words };
}

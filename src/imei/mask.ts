/** Stands for what is no number of its own; no digit is joined across it. */
const WALL = '\u0001';

/** An address with its parameters, begun where no other letter stands before it. */
const URL = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}:\/\/\S*|(?<![\w.-])www\.\S*/giu;
/** `?id=…&n=…` without an address before it; `imei=…` by itself is a label. */
const PARAMETER = /[?&](?!imei\d?=)[\w.-]{1,100}=[^\s&]*/giu;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,100}@[\w-][\w.-]*/gu;
const DIAL_CODE = /\*#\d{1,6}#/gu;
/** `2026-11-21`, `21.11.2026`, `11/21/26`, with a time behind it or not; and `12:30:05` by itself. */
const DATE =
  /(?<![\d./-])(?:(?:19|20)\d\d([-./])[01]?\d\1[0-3]?\d|[0-3]?\d([-./])[0-3]?\d\2(?:(?:19|20)?\d\d))(?![-./]?\d)(?:[T ][0-2]?\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?)?/giu;
const TIME = /(?<!\d)[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?![\d:])/gu;
/** A telephone number in its international form. */
const PHONE = /(?<![\w+])\+\s?\d[\d ()./-]{5,22}/gu;
/** `IMEI`, `IMEI1:`, `IMEI 2`, `IMEI (sim slot 2)`, `IMEI/SV`: with the number of the slot, which is no digit of the IMEI. */
const LABEL =
  /imei(?:sv|\s?\/\s?(?:sv|meid))?(?:\s?(?:no|nr|num|number|code)\b\.?)?(?:\s?[#(]?\s?(?:(?:sim|slot|card)[\s-]?)*#?(?:[1-9](?!\d|[ ./_-]?\d(?!\d)))?\s?\)?)?\s?[:=#-]?/giu;
/** Labels of other numbers, with the number behind them. */
const OTHER_LABEL =
  /\b(?:(?:meid|iccid|ccid|eid|imsi|esn|pesn)\b ?(?:no\b\.?|number|nr\b\.?)? ?[:=#]?|(?:tel|phone|fax|order|ticket|invoice|card)\b ?(?:no\b\.?|number|nr\b\.?)? ?[:=#]) ?[0-9a-f](?:[0-9a-f ./-]{4,40}[0-9a-f])?/giu;

/** A line of folded text in which only what may be part of an IMEI is left as digits. */
export interface MaskedLine {
  readonly text: string;
  /** Where the labels end that say an IMEI follows, and what they say. */
  readonly labels: readonly { readonly end: number; readonly label: string }[];
}

/** Takes out of a folded line what has digits and is something else. Keeps every position. Linear in its length. */
export function maskLine(line: string): MaskedLine {
  let text = line;
  for (const pattern of [URL, PARAMETER, EMAIL, DIAL_CODE, DATE, TIME]) text = text.replace(pattern, wallOf);
  const labels: { end: number; label: string }[] = [];
  text = text.replace(LABEL, (match, offset: number) => {
    labels.push({ end: offset + match.length, label: match.replace(/[\s:=#-]+$/u, '').trim() });
    return wallOf(match);
  });
  for (const pattern of [PHONE, OTHER_LABEL]) text = text.replace(pattern, wallOf);
  return { text, labels };
}

function wallOf(match: string): string {
  return WALL.repeat(match.length);
}

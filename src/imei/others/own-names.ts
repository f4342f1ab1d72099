import { IMEI_WORD } from './imei-words.ts';
import { isOtherNumber } from './names.ts';

const NAME = String.raw`\p{L}[\p{L}\p{N} _.-]{0,40}`;
/** Says that a name is before it, as JSON, XML, YAML and people write it. */
const SIGN = String.raw`["']?[ \t]?[:=>\uFF1A][ \t]{0,2}["']?`;
const BETWEEN = String.raw`${SIGN}|[ \t]{1,2}#?`;
/** A number behind its name: `"orderNumber": "3520…`, `<order>3520…`, `Order no.: 3520…`, `RMA 3520…` */
const WITH_NAME = new RegExp(String.raw`(${NAME})(${BETWEEN})(\d{14,16})(?!\d)`, 'gu');
const HAS_SIGN = /[:=>：]/u;
/** A cheap test for most texts. */
const MAY_HAVE_NAME = /[:=>： \t#"']\d{14}/u;
/** The IMEI of a slot may have the name of that alone. */
const SLOT = /(?<!\p{L})(?:[ep]?sim|slot)[\s_-]*\d?\W*$/iu;

/**
 * What a number is called. `other`: something else than an IMEI, whatever is beside it. `unknown`: a name that says nothing, unless others are
 * called IMEI.
 */
interface OwnName {
  readonly name: string;
  readonly says: 'imei' | 'other' | 'unknown';
}

/** What a name of a number says; undefined if it is only that of a slot. */
export function saysOf(name: string): OwnName['says'] | undefined {
  if (IMEI_WORD.test(name)) return 'imei';
  if (isOtherNumber(name)) return 'other';
  return SLOT.test(name) ? undefined : 'unknown';
}

/** The text with each number of 14 to 16 digits that has a name replaced by what `replaced` returns; undefined leaves it. */
export function withNames(
  text: string,
  replaced: (own: OwnName, digits: string) => string | undefined,
): string {
  if (!MAY_HAVE_NAME.test(text)) return text;
  return text.replace(WITH_NAME, (all, name: string, sign: string, digits: string) => {
    const own = named(name, sign);
    return own === undefined ? all : (replaced(own, digits) ?? all);
  });
}

function named(written: string, sign: string): OwnName | undefined {
  const name = written.trim();
  const says = saysOf(name);
  // A word before a number is its name if it is known as one: people write of “the phone 3520…”.
  return says === undefined || (says !== 'other' && !HAS_SIGN.test(sign)) ? undefined : { name, says };
}

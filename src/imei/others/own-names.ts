import { IMEI_WORD } from './imei-words.ts';
import { isOfDevice, isOfPhone, isOtherNumber, titleName } from './names.ts';

/** Without another number in it. */
const NAME = String.raw`\p{L}(?:[\p{L}\p{M} _./()#°º-]|\p{N}{1,4}(?!\p{N})){0,40}`;
/** Says that a name is before it, as JSON, XML, YAML and people write it. */
const SIGN = String.raw`["']?[ \t]?[:=>\uFF1A][ \t\u200B]{0,3}["']?`;
/** Between an element or a member that has the name of a value, and the value in the next one. */
const TO_VALUE = String.raw`</(?:key|name|t[hd]|d[td]|b|strong|label|span)>\s{0,20}<(?:string|integer|real|value|t[hd]|dd|span)(?:\s[^<>\n]{0,60})?>|["'],\s{0,20}["']value["']\s?:\s?["']?`;
const BETWEEN = String.raw`${TO_VALUE}|${SIGN}|[ \t]{1,2}#?`;
/** A number behind its name: `"orderNumber": "3520…`, `<order>3520…`, `Order no.: 3520…`, `RMA 3520…` */
const WITH_NAME = new RegExp(String.raw`(${NAME})(${BETWEEN})(\d{14,16})(?!\d)`, 'gu');
/** Read from its end on, which is where the number begins: most of what is before a number would be tried in vain. */
const NAME_BEFORE = new RegExp(`(?<=(${NAME})(${BETWEEN}))`, 'uy');
const ENDS_NAME: ReadonlySet<string> = new Set(':=>\uFF1A \t#"\'\u200B');
/** What stands before the name of who says something in a chat: a time. */
export const OF_SPEAKER = /\d[:.]\d\d(?!\d)[^\n]{0,20}$/u;
const HAS_SIGN = /[:=>：]/u;
/** A cheap test for most texts. */
const MAY_HAVE_NAME = /[:=>： \t#"']\d{14}/u;
/** The IMEI of a slot may have the name of that alone. */
const SLOT = /(?<!\p{L})(?:[ep]?sim|slot)[\s_-]*\d?\W*$/iu;
/** No time is longer, with what is between it and the name. */
const LONGEST = 60;

/**
 * What a number is called. `device`: something that has an IMEI. `phone`: that, or the number that one calls. `other`: something else than
 * an IMEI, whatever is beside it. `unknown`: a name that says nothing, unless others are called IMEI, or a device or phone where none is.
 */
export interface OwnName {
  readonly name: string;
  readonly says: 'imei' | 'device' | 'phone' | 'other' | 'unknown';
}

/** What a name of a number says; undefined if it is only that of a slot, or says more of a phone or the number one calls. */
export function saysOf(name: string): OwnName['says'] | undefined {
  if (IMEI_WORD.test(name)) return 'imei';
  if (isOtherNumber(name)) return 'other';
  if (isOfDevice(name)) return 'device';
  if (isOfPhone(name)) return 'phone';
  return SLOT.test(name) || titleName(name) === 'phone' ? undefined : 'unknown';
}

/** The name right before a number that begins at an offset of a text; undefined if there is none. */
export function ownNameAt(text: string, offset: number, says = saysOf): OwnName | undefined {
  if (!ENDS_NAME.has(text.charAt(offset - 1))) return undefined;
  NAME_BEFORE.lastIndex = offset;
  const match = NAME_BEFORE.exec(text);
  if (match === null) return undefined;
  const [, name = '', sign = ''] = match;
  return ownName(text, { at: offset - name.length - sign.length, name, sign }, says);
}

/** The text with each number of 14 to 16 digits that has a name replaced by what `replaced` returns; undefined leaves it. */
export function withNames(
  text: string,
  replaced: (own: OwnName, digits: string) => string | undefined,
): string {
  if (!MAY_HAVE_NAME.test(text)) return text;
  return text.replace(WITH_NAME, (all, name: string, sign: string, digits: string, at: number) => {
    const own = ownName(text, { at, name, sign });
    return own === undefined ? all : (replaced(own, digits) ?? all);
  });
}

/** Words before a number, and what is between. */
interface Before {
  /** Offset of the words. */
  readonly at: number;
  readonly name: string;
  readonly sign: string;
}

function ownName(text: string, before: Before, saysOfName = saysOf): OwnName | undefined {
  const name = before.name.trim();
  const says = saysOfName(name);
  // A word before a number is its name if it is known as one: people write of “the broken one 3520…”.
  const isKnown = says === 'other' || says === 'device';
  if (says === undefined || (!isKnown && !HAS_SIGN.test(before.sign))) return undefined;
  const isSpeaker =
    says === 'unknown' && OF_SPEAKER.test(text.slice(Math.max(0, before.at - LONGEST), before.at));
  return isSpeaker ? undefined : { name, says };
}

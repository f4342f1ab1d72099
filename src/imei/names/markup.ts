import type { ReadLabel } from './label.ts';

/** Tags that may be between a name and its value: `<key>IMEI</key><string>356938035643809`. */
const VALUE_TAGS = [
  'key|string|integer|real|value', // of property lists
  't[dhr]|table|d[dt]|li|p|b|i|br|em|code|div|font|span|strong|label', // of web pages
  'cr|lf', // of the logs of modems
].join('|');
const TAGS = new RegExp(
  [
    String.raw`<\/[^<>]*>`, // </td>
    String.raw`<(?:${VALUE_TAGS})\b[^<>]*>`, // <td class="order-2">
  ].join('|'),
  'gi',
);
/**
 * An attribute whose value may be a name: `data-label="IMSI"`. A class may be `order-2`, which says
 * where a page shows something.
 */
const NAMING_ATTRIBUTE = new RegExp(
  [
    String.raw`\s(?:name|key|id|label|title|data-[\w-]+)=`, // data-label=
    String.raw`(["'])(.*?)\1`, // "IMSI"
  ].join(''),
  'gi',
);
/** Before what a modem is asked and what it answers: `[10:15:22] AT> AT+CIMI`, `RX << `. */
const DIRECTION = new RegExp(
  [
    String.raw`^.*\b(?:[Aa][Tt]|TX|RX|modem)`, // [10:15:22] AT
    String.raw`\]? ?(?:-->|<--|[<>]+)(?=[ '])`, // >
  ].join(''),
);
/** Before the name of a field of a form: `Content-Disposition: form-data; name="order_id"`. */
const FORM_DATA = /^.*\bform-data; *name=/i;
/** Most texts have neither tags nor directions nor forms. */
const SIGN_OF_MARKUP = /[<>]|form-data/i;

/**
 * Returns the words of a text, without tags and without what is before the words. A name in an
 * attribute of a tag counts as a word:
 *
 *     <td data-label="IMSI"><b>        `IMSI`
 *     <key>IMEI</key><string>          `IMEI`
 *     [10:15:22] AT> AT+CIMI           `AT+CIMI`
 *     form-data; name="order_id"       `"order_id"`
 */
export function withoutMarkup(text: string, read: ReadLabel): string {
  if (!SIGN_OF_MARKUP.test(text)) return text;
  return text
    .replace(DIRECTION, '')
    .replace(FORM_DATA, '')
    .replace(TAGS, (tag) => ` ${namesInTag(tag, read)} `);
}

function namesInTag(tag: string, read: ReadLabel): string {
  return Array.from(tag.matchAll(NAMING_ATTRIBUTE), ([, , value = '']) => value)
    .filter((value) => read(value).endsInName)
    .join(' ');
}

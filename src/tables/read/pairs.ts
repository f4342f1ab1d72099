/** A cheap test for most texts. */
const MAY_HAVE_PAIRS = /<\/(?:key|name)>|["']value["']/iu;
/** A name in an element before that of its value, as in the property lists of Apple. */
const IN_ELEMENTS =
  /<(key|name)>([^<>\n]{1,60})<\/\1>\s{0,99}<(?:string|integer|real|value)(?:\s[^<>]{0,60})?>/giu;
/** A name and its value as two members of an object: `{"name":"IMEI","value":"3520…"}`. */
const IN_MEMBERS =
  /["'](?:name|key|label|title|field)["']\s{0,9}:\s{0,9}["']([^"'\n]{1,60})["']\s{0,99},\s{0,99}["']value["']\s{0,9}:/giu;

/** A text with each name right before its value, as other forms have them: lines and commas would part them. */
export function withNamesBeside(text: string): string {
  if (!MAY_HAVE_PAIRS.test(text)) return text;
  return text.replace(IN_ELEMENTS, '$2: ').replace(IN_MEMBERS, '"$1":');
}

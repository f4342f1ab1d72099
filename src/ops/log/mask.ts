import { isObject } from '../../core/json.ts';
import { registeredSecrets } from '../../core/operator/secrets.ts';
import { fold } from '../../imei/fold.ts';
import { SHAPES_WITH_ANY_SIGNS, type Shape } from '../../imei/numbers/shapes.ts';

const MIN_DIGITS = 14;
/** Digits of any script. A longer run is a number of its own. */
const GROUP = String.raw`\p{Nd}{1,${MIN_DIGITS}}(?!\p{Nd})`;
/** Separates two groups of digits, as in `356,938,035,643,809`. */
const SEPARATOR = String.raw`(?:[\p{Cf}\p{Zs}\p{Pd}\t./_()]{1,5}|[,’'])`;
/**
 * Digits in the boxes of a form, with the same signs between all of them:
 * `3|5|6|9|3|8|0|3|5|6|4|3|8|0`.
 */
const IN_BOXES = [
  String.raw`(?<!\p{Nd})\p{Nd}(?<edge>[^\p{L}\p{Nd}\n]{1,5})`, // 3|
  String.raw`(?:\p{Nd}\k<edge>){${MIN_DIGITS - 2},}\p{Nd}(?!\p{Nd})`, // 5|6|9|3|8
].join('');
/**
 * An IMEI as it is printed, with the same signs between its groups, which are not separators
 * elsewhere: `35|209900|176148|1`. Its check digit may be missing, or be a software version.
 */
const PRINTED = [
  String.raw`(?<!\p{Nd})(?=\p{Nd}+(?!${SEPARATOR}\p{Nd})(?<sign>[^\p{L}\p{Nd}\n]{1,5}))`, // 35|
  `(?:${SHAPES_WITH_ANY_SIGNS.map(groupsBeforeLast).join('|')})`, // 35|209900|176148
  String.raw`(?:\k<sign>\p{Nd}{1,2})?(?!\p{Nd})`, // |1
].join('');
/** Tried first, since a number before it, such as a time, may end in a separator. */
const WITH_SAME_SIGNS = new RegExp(`${IN_BOXES}|${PRINTED}`, 'gu');
/** A number, or several next to each other. Letters may touch it: `IMEI35-693803`. */
const NUMBER = new RegExp(
  String.raw`\p{Nd}{${MIN_DIGITS + 1},}|${GROUP}(?:${SEPARATOR}${GROUP})*`,
  'gu',
);
const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
/**
 * The id of a person, a place or a request on a platform, such as `discord:user:80351110224678912`
 * and `telegram:chat:-1001234567890`, and the ids that the bot makes. An operator needs them. None
 * is an IMEI, which has at most 16 digits, but a number next to one may look like a part of it.
 */
const ID = new RegExp(
  [
    String.raw`(?<![\w:])[a-z]+:[a-z-]+:(?:\d{17,19}|-100\d{10})(?!\d)`,
    String.raw`(?<!\w)${UUID}(?!\w)`,
  ].join('|'),
  'g',
);
const SHOWN_DIGITS = 4;
const SECRET = '[secret]';
/** Shorter texts are not masked, since that would damage words. No key or token is so short. */
const SHORTEST = 4;
/**
 * The name and the password in a URL, which are found by their place: a password may be as short as
 * its owner likes.
 */
const CREDENTIALS = /(?<=\w:\/\/)[^\s/?#]+(?=@)/g;

/**
 * Masks the secrets, IMEIs and card numbers in a line of JSON, in its values and the names of its
 * members. The result is JSON as well.
 */
export function maskLine(json: string): string {
  const forms = secretForms();
  const masked = (text: string): string => maskNumbersExceptIds(withoutSecrets(text, forms));
  return `${JSON.stringify(maskedValue(JSON.parse(json), masked))}\n`;
}

/**
 * Masks secrets alone, for what an operator reads: a bot's install link has an id that would be
 * masked as a number.
 */
export function maskSecrets(text: string): string {
  return withoutSecrets(text, secretForms());
}

function withoutSecrets(text: string, forms: readonly string[]): string {
  return forms.reduce(
    (masked, form) => masked.replaceAll(form, SECRET),
    text.replace(CREDENTIALS, SECRET),
  );
}

/** Secrets, also as URLs encode them. The longest is first, since it may contain another one. */
function secretForms(): readonly string[] {
  const long = registeredSecrets().filter(({ length }) => length >= SHORTEST);
  const forms = new Set(long.flatMap((secret) => [secret, encodeURIComponent(secret)]));
  return [...forms].sort((left, right) => right.length - left.length);
}

function maskedValue(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  // Digits after a point are the fraction of a duration or a share, not an IMEI.
  if (Number.isInteger(value)) {
    const text = String(value);
    const changed = change(text);
    return changed === text ? value : changed;
  }
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [change(name), maskedValue(member, change)]),
  );
}

/** Shows only the last four digits of each number of 14 digits or more, except ids. */
export function maskNumbersExceptIds(text: string): string {
  const ids = text.match(ID) ?? [];
  return text
    .split(ID)
    .map((part, index) => maskNumbersIn(part) + (ids[index] ?? ''))
    .join('');
}

function maskNumbersIn(text: string): string {
  return [WITH_SAME_SIGNS, NUMBER].reduce(
    (masked, numbers) => masked.replace(numbers, maskNumber),
    text,
  );
}

/** The digits that are shown are ASCII digits, whatever script they had. */
function maskNumber(number: string): string {
  const digits = number.match(/\p{Nd}/gu) ?? [];
  return digits.length < MIN_DIGITS ? number : `…${fold(digits.slice(-SHOWN_DIGITS).join(''))}`;
}

function groupsBeforeLast({ sizes }: Shape): string {
  const groups = sizes.slice(0, -1).map((size) => String.raw`\p{Nd}{${size}}`);
  return groups.join(String.raw`\k<sign>`);
}

/** One piece of formatting of a message, in UTF-16 code units as Telegram counts. */
export interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

export interface ParsedText {
  readonly text: string;
  readonly entities: readonly Entity[];
}

/** What Telegram answers to HTML it does not understand. */
export class EntityError extends Error {}

const TAGS: ReadonlyMap<string, string> = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['s', 'strikethrough'],
  ['code', 'code'],
  ['pre', 'pre'],
  ['blockquote', 'blockquote'],
  ['a', 'text_link'],
]);
const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
]);
const MONOSPACED: ReadonlySet<string> = new Set(['code', 'pre']);

interface OpenTag {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
}

/** A reference, a tag, or a piece of plain text. */
const TOKEN = /&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));|<(\/?)([a-z-]*)([^>]*)(>?)|[^&<]+|&/giu;

/** The HTML of the Bot API (core.telegram.org/bots/api#html-style), with the errors Telegram gives. */
export function parseHtml(html: string): ParsedText {
  const open: OpenTag[] = [];
  const entities: Entity[] = [];
  let text = '';
  for (const match of html.matchAll(TOKEN)) {
    const [whole] = match;
    const fail = (what: string): never => {
      const offset = Buffer.byteLength(html.slice(0, match.index));
      throw new EntityError(`can't parse entities: ${what} at byte offset ${offset}`);
    };
    if (!whole.startsWith('<')) text += decode(match) ?? whole;
    else if (match[4] === '') open.push(startOf(match, text.length, fail));
    else entities.push(...endOf(match, open.pop(), { end: text.length, fail }));
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined)
    throw new EntityError(
      `can't parse entities: Can't find end tag corresponding to start tag "${unclosed.name}"`,
    );
  return { text, entities };
}

type Fail = (what: string) => never;

function startOf(
  [, , , , , tag = '', attributes = '', closed]: RegExpExecArray,
  offset: number,
  fail: Fail,
): OpenTag {
  if (closed !== '>') fail('Unclosed start tag');
  const name = tag.toLowerCase();
  const type = TAGS.get(name) ?? fail(`Unsupported start tag "${name}"`);
  // "Inline mention of a user", which tells that person: `<a href="tg://user?id=123456789">`.
  if (type === 'text_link' && /^\s*href="tg:\/\/user\?id=\d+"$/.test(attributes))
    return { name, type: 'text_mention', offset };
  const expandable = type === 'blockquote' && attributes.trim() === 'expandable';
  return { name, type: expandable ? 'expandable_blockquote' : type, offset };
}

function endOf(
  [, , , , , tag = '']: RegExpExecArray,
  last: OpenTag | undefined,
  { end, fail }: { readonly end: number; readonly fail: Fail },
): Entity[] {
  const { name, type, offset } = last ?? fail(`Unexpected end tag`);
  if (name !== tag.toLowerCase()) fail(`Unmatched end tag, expected "</${name}>", found "</${tag}>"`);
  return end > offset ? [{ type, offset, length: end - offset }] : [];
}

/** What a reference stands for; nothing for one Telegram does not know, which stays as it is. */
function decode([, decimal, hexadecimal, name]: RegExpExecArray): string | undefined {
  if (name !== undefined) return NAMED.get(name.toLowerCase());
  const code = decimal ?? (hexadecimal === undefined ? undefined : `0x${hexadecimal}`);
  return code === undefined ? undefined : String.fromCodePoint(Number(code));
}

const SELF_MADE: readonly (readonly [string, RegExp])[] = [
  ['mention', /@\w{3,32}/giu],
  ['hashtag', /#[\p{L}_][\p{L}\p{N}_]*/giu],
  ['url', /(?:[a-z]+:\/\/\S+|\b[\w-]+\.(?:com|org|net|io|me|de|info)\b\S*)/giu],
];

/** What Telegram makes of plain text by itself, outside of monospaced text. */
export function selfMadeEntities({ text, entities }: ParsedText): Entity[] {
  const covered = entities.filter(({ type }) => MONOSPACED.has(type));
  return SELF_MADE.flatMap(([type, pattern]) =>
    [...text.matchAll(pattern)]
      .map((match) => ({ type, offset: match.index, length: match[0].length }))
      .filter(
        ({ offset, length }) =>
          !covered.some((one) => offset < one.offset + one.length && one.offset < offset + length),
      ),
  );
}

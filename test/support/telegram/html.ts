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

/** The tags of Telegram that the bot uses. */
const TAGS: Readonly<Record<string, string>> = {
  b: 'bold',
  i: 'italic',
  code: 'code',
  blockquote: 'blockquote',
  'blockquote expandable': 'expandable_blockquote',
};
/** "Inline mention of a user", which notifies that person. */
const MENTION = /^a href="tg:\/\/user\?id=\d+"$/;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** A reference, a tag, or a piece of plain text. */
const TOKEN =
  /&(?:#(?<code>\d+)|(?<name>[a-z]+));|<(?<end>\/?)(?<tag>[^>]*)(?<closed>>?)|[^&<]+|&/giu;

function fail(what: string): never {
  throw new EntityError(`can't parse entities: ${what}`);
}

interface OpenTag {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
}

function startOf(tag: string, offset: number): OpenTag {
  const type = MENTION.test(tag)
    ? 'text_mention'
    : (TAGS[tag] ?? fail(`Unsupported start tag "${tag}"`));
  return { name: tag.split(' ')[0] ?? '', type, offset };
}

function endOf(tag: string, last: OpenTag | undefined, end: number): Entity[] {
  const { name, type, offset } = last ?? fail('Unexpected end tag');
  if (name !== tag) fail(`Unmatched end tag, expected "</${name}>", found "</${tag}>"`);
  return end > offset ? [{ type, offset, length: end - offset }] : [];
}

/**
 * The HTML of the Bot API (core.telegram.org/bots/api#html-style), with the errors Telegram gives.
 */
export function parseHtml(html: string): ParsedText {
  const open: OpenTag[] = [];
  const entities: Entity[] = [];
  let text = '';
  for (const { 0: whole, groups: { code, name, end, tag = '', closed } = {} } of html.matchAll(
    TOKEN,
  )) {
    if (code !== undefined) text += String.fromCodePoint(Number(code));
    // A reference that Telegram does not know stays as it is.
    else if (end === undefined) text += (name && NAMED[name.toLowerCase()]) ?? whole;
    else if (closed === '') fail('Unclosed start tag');
    else if (end === '') open.push(startOf(tag, text.length));
    else entities.push(...endOf(tag, open.pop(), text.length));
  }
  if (open.length > 0) fail("Can't find end tag");
  return { text, entities };
}

const SELF_MADE: readonly (readonly [string, RegExp])[] = [
  ['mention', /@\w{3,32}/giu],
  ['hashtag', /#[\p{L}_][\p{L}\p{N}_]*/giu],
  ['url', /(?:[a-z]+:\/\/\S+|\b[\w-]+\.(?:com|org|net|io|me|de|info)\b\S*)/giu],
];

/** What Telegram makes of plain text by itself, outside of monospaced text. */
export function selfMadeEntities({ text, entities }: ParsedText): Entity[] {
  const covered = entities.filter(({ type }) => type === 'code');
  return SELF_MADE.flatMap(([type, pattern]) =>
    [...text.matchAll(pattern)]
      .map((match) => ({ type, offset: match.index, length: match[0].length }))
      .filter(
        ({ offset, length }) =>
          !covered.some(
            (code) => offset < code.offset + code.length && code.offset < offset + length,
          ),
      ),
  );
}

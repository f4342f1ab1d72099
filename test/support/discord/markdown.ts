/** A text as its readers see it, and the parts that Discord did not show as plain text. */
export interface Read {
  readonly text: string;
  /** The kinds of markup found, in their order: `bold`, `link`, `mention`, … */
  readonly markup: readonly string[];
}

type Rule = readonly [name: string, pattern: RegExp];

/**
 * The rules of Discord's Markdown, in the order in which they are tried at each place of the text.
 * Readers see the first group of a rule; without a group, the whole match.
 */
const INLINE: readonly Rule[] = [
  ['escape', /^\\([^0-9A-Za-z\s])/u],
  ['link', /^<(?:https?|mailto|tel|sms|discord):[^\s>]+>/iu],
  ['mention', /^<(?:@[!&]?|#|\/[^:>]+:|t:|id:|a?:\w+:)-?[\w:]+>/u],
  ['link', /^(?:https?|steam|discord):\/\/[^\s<]+[^<.,:;"'\]\s]/iu],
  ['mention', /^@(?:everyone|here)/u],
  ['link', /^\[((?:\\.|[^\]\\])+)\]\([^)\s]+\)/u],
  ['code', /^(`+)([\s\S]*?[^`])\1(?!`)/u],
  ['bold', /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/u],
  ['underline', /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/u],
  ['strike', /^~~((?:\\[\s\S]|[^\\])+?)~~/u],
  ['spoiler', /^\|\|((?:\\[\s\S]|[^\\])+?)\|\|/u],
  ['italic', /^\*(?=\S)((?:\\[\s\S]|[^\\*])+?)\*(?!\*)/u],
  ['italic', /^_((?:\\[\s\S]|[^\\_])+?)_(?!\w)/u],
];

const BLOCK: readonly Rule[] = [
  ['heading', /^#{1,3} +/u],
  ['small', /^-# +/u],
  ['quote', /^>(?:>>)? /u],
  ['list', /^\s*[-*+] +/u],
  ['list', /^\s*\d+\. +/u],
];

/**
 * Reads a text as Discord does where it formats Markdown: in the text of a message, and in titles
 * and texts of embeds.
 */
export function readMarkdown(source: string): Read {
  const markup: string[] = [];
  const lines = source.split('\n').map((line) => {
    const [name, pattern] = BLOCK.find(([, rule]) => rule.test(line)) ?? [];
    if (name !== undefined) markup.push(name);
    return readInline(pattern === undefined ? line : line.replace(pattern, ''), markup);
  });
  return { text: lines.join('\n'), markup };
}

function readInline(source: string, markup: string[]): string {
  let text = '';
  for (let rest = source; rest !== ''; ) {
    const [name, found] = firstMatch(rest);
    if (found === undefined) {
      text += rest[0] ?? '';
      rest = rest.slice(1);
      continue;
    }
    if (name !== 'escape') markup.push(name);
    text += seen(name, found, markup);
    rest = rest.slice(found[0].length);
  }
  return text;
}

function firstMatch(text: string): readonly [string, RegExpExecArray | undefined] {
  for (const [name, pattern] of INLINE) {
    const found = pattern.exec(text);
    if (found !== null) return [name, found];
  }
  return ['', undefined];
}

function seen(name: string, found: RegExpExecArray, markup: string[]): string {
  if (name === 'escape') return found[1] ?? '';
  if (name === 'code') return found[2] ?? '';
  return found[1] === undefined ? found[0] : readInline(found[1], markup);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters that terminals draw two columns wide: most East Asian scripts, and emoji. */
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;
/** Text whose width is its length. */
const PLAIN = /^[\x20-\x7e]*$/;
const ELLIPSIS = '…';

/** Columns of a text on a terminal. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return graphemes(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

/** Pads a text with spaces to a width. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Cuts a text to a width; an ellipsis replaces the rest. */
export function cutTo(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const [first] = breakWord(text, Math.max(1, width - 1));
  return `${(first ?? '').trimEnd()}${ELLIPSIS}`;
}

/** Wraps a text to lines of at most `width` columns at spaces; longer words are split. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width));
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ').flatMap((word) => breakWord(word, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer) <= width) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((one) => one.trimEnd());
}

function breakWord(word: string, width: number): string[] {
  if (textWidth(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const grapheme of graphemes(word)) {
    const wide = graphemeWidth(grapheme);
    if (used + wide > width && part !== '') {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += grapheme;
    used += wide;
  }
  return [...parts, part];
}

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function graphemeWidth(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}

import { isolated, RIGHT_TO_LEFT } from '../../format/reply/isolate.ts';

/** Bot API: "1-4096 characters after entities parsing", in UTF-16 code units. */
export const MAX_TEXT_UNITS = 4_096;
/** Telegram keeps at most 100 entities; the rest of a message would be unformatted and unprotected. */
const MAX_ENTITIES = 90;
/**
 * What Telegram would turn a part of a word into a link by: mentions (which ping people), hashtags, cashtags, addresses. It does
 * not in monospaced text.
 */
const SELF_LINKING = /[@#$][\p{L}\p{N}_]|:\/\/|\.\p{L}{2}/u;
/** Monospaced. */
const CODE: ReadonlySet<Style> = new Set(['code', 'copy']);

/** Escapes `& < >`, the only special characters in Telegram's HTML text. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The first `units` UTF-16 units of a text, as Telegram counts; never splits a character. */
export function cutUnits(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.codePointAt(units - 1) ?? 0;
  return text.slice(0, last > 0xffff ? units - 1 : units);
}

/** How a part of a line looks. `copy`: in monospace, which a tap copies, as long as there are few of them. */
export type Style = 'b' | 'i' | 'code' | 'copy' | 'text';

const TAGS: Readonly<Record<Style, readonly [open: string, close: string]>> = {
  b: ['<b>', '</b>'],
  i: ['<i>', '</i>'],
  code: ['<code>', '</code>'],
  copy: ['<code>', '</code>'],
  text: ['', ''],
};

/** A part of a line. */
interface Span {
  readonly text: string;
  readonly style: Style;
}

/** A line of a message. */
export interface Line {
  readonly spans: readonly Span[];
  /** Hidden until the reader expands it. */
  readonly folded?: boolean;
}

export const EMPTY_LINE: Line = { spans: [] };

/** A line without formatting. */
export function plainLine(text: string): Line {
  return line({ text, style: 'text' });
}

/** A line in which nothing becomes a link by itself and left-to-right parts keep their order. */
export function line(...spans: readonly Span[]): Line {
  let whole = '';
  for (const { text } of spans) whole += text;
  const isPlain = !SELF_LINKING.test(whole) && !RIGHT_TO_LEFT.test(whole);
  const shown: Span[] = [];
  for (const span of isPlain ? spans : spans.flatMap((one) => safeSpans(one, whole)))
    if (span.text !== '') shown.push(span);
  return { spans: shown };
}

function safeSpans(span: Span, whole: string): readonly Span[] {
  return CODE.has(span.style) ? [span] : withoutLinks({ ...span, text: isolated(span.text, whole) });
}

function withoutLinks(span: Span): Span[] {
  if (!SELF_LINKING.test(span.text)) return [span];
  const words = span.text.split(/([.,;:!?)]{0,5}(?:\s+|$))/u);
  return words.map((text) => (SELF_LINKING.test(text) ? { text, style: 'code' } : { ...span, text }));
}

/** Whether the lines are one message. */
export function fits(lines: readonly Line[]): boolean {
  // One for each break between two lines, and one entity more for the fold.
  let units = lines.length - 1;
  let entities = 1;
  for (const { spans } of lines) {
    for (const { text, style } of spans) {
      units += text.length;
      if (style !== 'text') entities += 1;
    }
  }
  return units <= MAX_TEXT_UNITS && entities <= MAX_ENTITIES;
}

/** The first lines that fit above `last`. A first line that is too long is cut. */
export function cutLines(lines: readonly Line[], last: Line): Line[] {
  const tail = [EMPTY_LINE, last];
  const kept: Line[] = [];
  for (const one of lines) {
    if (!fits([...kept, one, ...tail])) break;
    kept.push(one);
  }
  if (kept.length > 0) return [...kept, ...tail];
  const [first] = lines;
  const text = cutUnits(
    plainOf(first === undefined ? [] : [first]),
    MAX_TEXT_UNITS - plainOf(tail).length - 1,
  );
  return [{ spans: [{ text, style: 'code' }] }, ...tail];
}

/** The text of the lines without formatting. */
export function plainOf(lines: readonly Line[]): string {
  return lines.map(({ spans }) => spans.map(({ text }) => text).join('')).join('\n');
}

/** The lines as HTML, and the same without formatting. */
export function textsOf(lines: readonly Line[]): { readonly html: string; readonly plain: string } {
  const html: string[] = [];
  const plain: string[] = [];
  /** What is folded, from its first line to behind its last. */
  let fold: readonly [start: number, end: number] | undefined;
  for (const { spans, folded } of lines) {
    if (folded) fold = [fold?.[0] ?? html.length, html.length + 1];
    let marked = '';
    let text = '';
    for (const span of spans) {
      const [open, close] = TAGS[span.style];
      marked += `${open}${escapeHtml(span.text)}${close}`;
      text += span.text;
    }
    html.push(marked);
    plain.push(text);
  }
  return { html: fold === undefined ? html.join('\n') : foldedHtml(html, ...fold), plain: plain.join('\n') };
}

function foldedHtml(html: readonly string[], start: number, end: number): string {
  const folded = html.slice(start, end).join('\n').trim();
  const parts = [
    html.slice(0, start).join('\n'),
    `<blockquote expandable>${folded}</blockquote>`,
    html.slice(end).join('\n'),
  ];
  return parts.filter(Boolean).join('\n');
}

/** The line with nothing left to copy by a tap. */
export function withoutCopies(one: Line): Line {
  const plain = (span: Span): Span[] =>
    span.style === 'copy' ? withoutLinks({ ...span, style: 'text' }) : [span];
  return { ...one, spans: one.spans.flatMap(plain) };
}

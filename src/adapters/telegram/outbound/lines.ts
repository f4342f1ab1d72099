import { isolated } from '../../../format/reply/isolate.ts';

/** Bot API: "1-4096 characters after entities parsing", in UTF-16 code units. */
export const MAX_TEXT_UNITS = 4_096;
/** Telegram keeps at most 100 entities; the rest of a message would be unformatted and unprotected. */
export const MAX_ENTITIES = 90;

/** Escapes `& < >`, the only special characters in Telegram's HTML text. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Whether Telegram would turn a part of this word into a link: mentions (which ping people), hashtags, cashtags, addresses.
 * It does not in monospaced text.
 */
function isSelfLinking(word: string): boolean {
  return /[@#$][\p{L}\p{N}_]|:\/\/|\.\p{L}{2}/u.test(word);
}

/** The first `units` UTF-16 units of a text, as Telegram counts; never splits a character. */
export function cutUnits(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.codePointAt(units - 1) ?? 0;
  return text.slice(0, last > 0xffff ? units - 1 : units);
}

/** How a part of a line looks. `copy`: in monospace, which a tap copies, as long as there are few of them. */
export type Style = 'b' | 'i' | 'code' | 'copy' | 'text';

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

/** A line without formatting. */
export function plainLine(text: string): Line {
  return line({ text, style: 'text' });
}

/** A line in which nothing becomes a link by itself and left-to-right parts keep their order. */
export function line(...spans: readonly Span[]): Line {
  let whole = '';
  for (const { text } of spans) whole += text;
  const shown: Span[] = [];
  for (const span of spans) {
    const parts = isCode(span) ? [span] : withoutLinks({ ...span, text: isolated(span.text, whole) });
    for (const part of parts) if (part.text !== '') shown.push(part);
  }
  return { spans: shown };
}

function withoutLinks(span: Span): Span[] {
  if (!isSelfLinking(span.text)) return [span];
  const words = span.text.split(/([.,;:!?)]{0,5}(?:\s+|$))/u);
  return words.map((text) => (isSelfLinking(text) ? { text, style: 'code' } : { ...span, text }));
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
  const tail = [plainLine(''), last];
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
  return textOf(lines, ({ text }) => text);
}

/** The lines as HTML, and the same without formatting. */
export function textsOf(lines: readonly Line[]): { readonly html: string; readonly plain: string } {
  const plain = plainOf(lines);
  const start = lines.findIndex(({ folded }) => folded);
  if (start < 0) return { html: htmlOf(lines), plain };
  const end = lines.findLastIndex(({ folded }) => folded) + 1;
  const [head, fold, tail] = [lines.slice(0, start), lines.slice(start, end), lines.slice(end)].map(htmlOf);
  return {
    html: [head, `<blockquote expandable>${fold?.trim()}</blockquote>`, tail].filter(Boolean).join('\n'),
    plain,
  };
}

function htmlOf(lines: readonly Line[]): string {
  return textOf(lines, spanHtml);
}

function textOf(lines: readonly Line[], write: (span: Span) => string): string {
  let text = '';
  for (const { spans } of lines) {
    for (const span of spans) text += write(span);
    text += '\n';
  }
  return text.slice(0, -1);
}

function spanHtml({ text, style }: Span): string {
  const escaped = escapeHtml(text);
  if (style === 'text') return escaped;
  const tag = style === 'copy' ? 'code' : style;
  return `<${tag}>${escaped}</${tag}>`;
}

function isCode({ style }: Span): boolean {
  return style === 'code' || style === 'copy';
}

/** The line with nothing left to copy by a tap. */
export function withoutCopies(one: Line): Line {
  const plain = (span: Span): Span[] =>
    span.style === 'copy' ? withoutLinks({ ...span, style: 'text' }) : [span];
  return { ...one, spans: one.spans.flatMap(plain) };
}

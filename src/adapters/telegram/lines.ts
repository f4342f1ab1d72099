import { isolated, RIGHT_TO_LEFT } from '../../format/reply/isolate.ts';

/** Bot API: "1-4096 characters after entities parsing", in UTF-16 code units. */
export const MAX_TEXT_UNITS = 4_096;
/** Telegram keeps at most 100 entities; the rest of a message would be unformatted and unprotected. */
const MAX_ENTITIES = 90;
/** What Telegram makes links of, except in monospace: mentions (which ping people), hashtags, cashtags, addresses. */
const SELF_LINKING = /[@#$][\p{L}\p{N}_]|:\/\/|\.\p{L}{2}/u;

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

/** A part of a line. */
export type Span = readonly [text: string, style?: 'b' | 'i' | 'code' | undefined];

/** A line of a message. */
export interface Line {
  readonly html: string;
  readonly plain: string;
  readonly entities: number;
  /** Hidden until the reader expands it. */
  readonly folded?: boolean;
}

/** A line in which nothing becomes a link by itself and left-to-right parts keep their order. */
export function line(...spans: readonly Span[]): Line {
  const whole = spans.map(([text]) => text).join('');
  const isPlain = !SELF_LINKING.test(whole) && !RIGHT_TO_LEFT.test(whole);
  const safe = isPlain ? spans : spans.flatMap((span) => safeSpans(span, whole));
  const shown = safe.filter(([text]) => text !== '');
  return {
    html: shown.map(htmlOf).join(''),
    plain: shown.map(([text]) => text).join(''),
    entities: shown.filter(([, style]) => style !== undefined).length,
  };
}

function safeSpans([text, style]: Span, whole: string): readonly Span[] {
  if (style === 'code') return [[text, style]];
  const shown = isolated(text, whole);
  if (!SELF_LINKING.test(shown)) return [[shown, style]];
  const words = shown.split(/([.,;:!?)]{0,5}(?:\s+|$))/u);
  return words.map((word) => [word, SELF_LINKING.test(word) ? 'code' : style] as Span);
}

function htmlOf([text, style]: Span): string {
  return style === undefined ? escapeHtml(text) : `<${style}>${escapeHtml(text)}</${style}>`;
}

/** Whether the lines are one message. */
export function fits(lines: readonly Line[]): boolean {
  // One entity more for the fold.
  const entities = lines.reduce((sum, one) => sum + one.entities, 1);
  return plainOf(lines).length <= MAX_TEXT_UNITS && entities <= MAX_ENTITIES;
}

/** The first lines that fit above `last`. A first line that is too long is cut. */
export function cutLines(lines: readonly Line[], last: Line): Line[] {
  const tail = [line(), last];
  let count = 0;
  while (count < lines.length && fits([...lines.slice(0, count + 1), ...tail])) count += 1;
  const room = MAX_TEXT_UNITS - plainOf(tail).length - 1;
  return [...(count > 0 ? lines.slice(0, count) : [line([cutUnits(plainOf(lines), room), 'code'])]), ...tail];
}

/** The text of the lines without formatting. */
export function plainOf(lines: readonly Line[]): string {
  return lines.map(({ plain }) => plain).join('\n');
}

/** The lines as HTML, from the first folded line to the last in one fold. */
export function htmlOfAll(lines: readonly Line[]): string {
  const html = (part: readonly Line[]): string => part.map((one) => one.html).join('\n');
  const [from, to] = [lines.findIndex(({ folded }) => folded), lines.findLastIndex(({ folded }) => folded)];
  if (from < 0) return html(lines);
  const fold = `<blockquote expandable>${html(lines.slice(from, to + 1)).trim()}</blockquote>`;
  return [html(lines.slice(0, from)), fold, html(lines.slice(to + 1))].filter(Boolean).join('\n');
}

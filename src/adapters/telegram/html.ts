import type { CountedLine } from '../rendering/fit.ts';
import { isolated, RIGHT_TO_LEFT } from '../rendering/isolate.ts';
import { visibleText } from '../rendering/visible-text.ts';

/**
 * Text that Telegram turns into links, except in monospace: mentions (which ping people), hashtags,
 * cashtags, URLs.
 */
const SELF_LINKING = /[@#$][\p{L}\p{N}_]|:\/\/|\.\p{L}{2}/u;

/** A part of a line, with its tag. */
type Span = readonly [text: string, style?: 'b' | 'i' | 'code' | undefined];

/** A line of Telegram's HTML, with its text. */
export interface HtmlLine extends CountedLine {
  readonly html: string;
  readonly plain: string;
  /** Hidden until the reader expands it. */
  readonly isFolded?: boolean;
}

/** Makes a line without unwanted links, in which left-to-right parts keep their order. */
export function htmlLine(...spans: readonly Span[]): HtmlLine {
  const whole = spans.map(([text]) => text).join('');
  const needsNothing = !SELF_LINKING.test(whole) && !RIGHT_TO_LEFT.test(whole);
  const safe = needsNothing ? spans : spans.flatMap((span) => safeSpans(span, whole));
  let html = '';
  let plain = '';
  let entities = 0;
  for (const [text, style] of safe) {
    if (text === '') continue;
    html += style === undefined ? escapeHtml(text) : `<${style}>${escapeHtml(text)}</${style}>`;
    plain += text;
    if (style !== undefined) entities += 1;
  }
  return { html, plain, units: plain.length, entities };
}

/** The lines of a text, each in the same style. */
export function textLines(text: string, style?: Span[1]): HtmlLine[] {
  return visibleText(text)
    .split('\n')
    .map((text) => htmlLine(style === undefined ? [text] : [text, style]));
}

/** The line, hidden until the reader expands it. */
export function asFolded(line: HtmlLine): HtmlLine {
  return { ...line, isFolded: true };
}

/** The lines as HTML. One fold has all lines from the first folded line to the last one. */
export function htmlOf(lines: readonly HtmlLine[]): string {
  const from = lines.findIndex(({ isFolded }) => isFolded);
  const to = lines.findLastIndex(({ isFolded }) => isFolded);
  if (from < 0) return joined(lines);
  const above = joined(lines.slice(0, from));
  const folded = joined(lines.slice(from, to + 1)).trim();
  const below = joined(lines.slice(to + 1));
  const parts = [above, `<blockquote expandable>${folded}</blockquote>`, below];
  return parts.filter((part) => part !== '').join('\n');
}

function joined(lines: readonly HtmlLine[]): string {
  return lines.map(({ html }) => html).join('\n');
}

/** Escapes `& < >`, the only special characters in Telegram's HTML text. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The parts of a span that keep their order, with what would become a link in monospace. */
function safeSpans([text, style]: Span, whole: string): readonly Span[] {
  if (style === 'code') return [[text, style]];
  const shown = isolated(text, whole);
  if (!SELF_LINKING.test(shown)) return [[shown, style]];
  const words = shown.split(/([.,;:!?)]{0,5}(?:\s+|$))/u);
  return words.map((word) => [word, SELF_LINKING.test(word) ? 'code' : style] as Span);
}

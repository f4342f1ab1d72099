/** Invisible characters that change other text; the two joiners stay, which emoji and Persian need. */
const INVISIBLE =
  /(?![\u200C\u200D])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|[\u17B4\u17B5]|[\u180B-\u180D])/gu;
const SPACES = /[\t\v\f\r\u0085\u2028\u2029]+/gu;
/** No script has more marks on a letter; more would cover adjacent lines. */
const MARKS = /(\p{M}{4})\p{M}+/gu;
const LONE_SURROGATE = /\p{Cs}/gu;

/** Terminal escape sequences: meaningless here, and ugly without their first character. */
const ESCAPE_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)?/gu;

/** Removes control, direction and invisible characters from external text. */
export function safeText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(ESCAPE_SEQUENCE, '')
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(SPACES, ' ')
    .replace(INVISIBLE, (character) => (character === '\n' ? '\n' : ''))
    .replace(MARKS, '$1');
}

/** As {@link safeText}, on one line. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s+/gu, ' ').trim();
}

/** Escapes `& < >`, the only special characters in Telegram's HTML text. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Whether Telegram would turn a part of this word into a link: mentions (which ping people), hashtags, cashtags, addresses.
 * It does not in monospaced text.
 */
export function isSelfLinking(word: string): boolean {
  return /[@#$][\p{L}\p{N}_]|:\/\/|\.\p{L}{2}/u.test(word);
}

/** The first `units` UTF-16 units of a text, as Telegram counts; never splits a character. */
export function cutUnits(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.codePointAt(units - 1) ?? 0;
  return text.slice(0, last > 0xffff ? units - 1 : units);
}

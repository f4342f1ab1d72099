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

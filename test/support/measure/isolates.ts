/**
 * A text without the marks that the bot puts around left-to-right parts in right-to-left text. Such
 * a part ends with its line at the latest.
 */
export function withoutIsolates(text: string): string {
  return text.replace(/\u2066([^\u2066\u2069\n]*)(?:\u2069|$)/gmu, '$1');
}

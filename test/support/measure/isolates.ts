/**
 * A text without the marks that we put around what is written the other way, which end with their
 * line at the latest.
 */
export function withoutIsolates(text: string): string {
  return text.replace(/\u2066([^\u2066\u2069\n]*)(?:\u2069|$)/gmu, '$1');
}

/** Most characters of service or user text that a reply repeats. */
const DEFAULT_MAX_LENGTH = 200;

/**
 * Puts external text on one line of a reply: white space and control characters become single
 * spaces, and the end is cut. `visible-text` makes it safe to show.
 */
export function oneLine(text: string, maxLength: number = DEFAULT_MAX_LENGTH): string {
  const line = text
    .slice(0, maxLength * 4)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

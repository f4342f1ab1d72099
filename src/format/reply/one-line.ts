/** The most characters that a reply shows of a text from the service or a person. */
const DEFAULT_MAX_LENGTH = 200;

/**
 * Makes one line of an external text: turns white space and control characters into single spaces,
 * and cuts the end. Does not make the text safe to show: `visible-text` does.
 */
export function oneLine(text: string, maxLength: number = DEFAULT_MAX_LENGTH): string {
  const line = text
    .slice(0, maxLength * 4)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

import type { Opens } from '../../core/reply/reply.ts';

const OPENS: readonly Opens[] = ['here', 'new', 'shared', 'private'];

/**
 * Patterns for the parts of button data, which a platform sends back when the button is pressed:
 * where the reply opens, and the token of the button.
 */
export const OPENS_PATTERN = OPENS.join('|');
export const TOKEN_PATTERN = '[\\w.-]{1,40}';

/** Reads where the reply to a pressed button opens; undefined if the text is something else. */
export function opensIn(text: string | undefined): Opens | undefined {
  return OPENS.find((opens) => opens === text);
}

import { HAS_LONG_NUMBER } from '../../reading/plain-message.ts';

/** Bot API: `A-Z`, `a-z`, `0-9`, `_` and `-`, 64 at most. A number needs only some of them. */
const NUMBER_AS_PARAMETER = /^[\d_-]{1,64}$/;
/** People also type `/start 3569 3803 5643 809`. */
const NUMBER = /^[\d -]+$/;
/** For any other text: the private chat then starts as for a newcomer. */
const FROM_INLINE = 'inline';

/** The parameter of a link that starts the private chat with what was typed elsewhere. */
export function startParameterOf(typed: string): string {
  return NUMBER_AS_PARAMETER.test(typed) ? typed : FROM_INLINE;
}

/**
 * The number that `/start` asks about, by a link of the bot or of anybody else, who may write `_`
 * for a space. Undefined if it has none.
 */
export function numberInStart(parameter: string): string | undefined {
  const text = parameter.replaceAll('_', ' ');
  return NUMBER.test(text) && HAS_LONG_NUMBER.test(text) ? text : undefined;
}

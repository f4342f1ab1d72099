import { HAS_LONG_NUMBER } from '../../reading/plain-message.ts';

/** Bot API: `A-Z`, `a-z`, `0-9`, `_` and `-`, 64 at most. A number needs only some of them. */
const NUMBER_AS_PARAMETER = /^[\d_-]{1,64}$/;
/** People also type `/start 3569 3803 5643 809`. */
const NUMBER = /^[\d -]+$/;
/** The parameter for any other text. The private chat then starts as for a newcomer. */
const FROM_INLINE = 'inline';

/** The parameter of a link that starts the private chat with a text typed elsewhere. */
export function startParameterOf(typed: string): string {
  return NUMBER_AS_PARAMETER.test(typed) ? typed : FROM_INLINE;
}

/**
 * The number behind `/start`, typed or in a link, which may have `_` for a space. Undefined if
 * there is none.
 */
export function numberInStart(parameter: string): string | undefined {
  const text = parameter.replaceAll('_', ' ');
  return NUMBER.test(text) && HAS_LONG_NUMBER.test(text) ? text : undefined;
}

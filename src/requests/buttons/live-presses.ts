import type { Input, RequestEvent } from '../../core/adapter/request-event.ts';
import { readButtonToken } from '../../core/reply/button-token.ts';
import { agrees } from '../../words/typed-press.ts';
import type { LiveRequest } from '../live-request.ts';

/**
 * The live request of an earlier press of the same button by the same person. Undefined if there is
 * none, or if the event is not a press. Also undefined if the reply to that press was shown in
 * another message: the button is still there, so this is a new press.
 */
export function samePress(
  { input, requester }: RequestEvent,
  requests: Iterable<LiveRequest>,
): LiveRequest | undefined {
  // A platform that does not name the message expects a reply to each press.
  if (input.kind !== 'press' || input.message === undefined) return undefined;
  for (const request of requests) {
    const { input: liveInput } = request.event;
    const isSame =
      liveInput.kind === 'press' &&
      liveInput.token === input.token &&
      liveInput.message === input.message;
    const wasShownElsewhere = !request.isOpen && request.buttons.newest.message !== input.message;
    if (isSame && !wasShownElsewhere && request.requester === requester) return request;
  }
  return undefined;
}

/**
 * The token of the reply that this one replaces, or to which its person has agreed. The buttons
 * of that reply are deleted, if they belong to the same person. Undefined if they stay. Ann’s reply
 * r1 has the buttons *Check them* and *Full details* in the message m1:
 *
 *     Ann pressed *Full details*; the new reply replaces m1     → token of r1
 *     Ann pressed *Full details*; the reply is a new message    → undefined
 *     Ann typed “yes” for *Check them*; it is a new message     → token of r1: she has agreed
 *     another press by Ann of a button of r1 is still live      → undefined
 *     Ann only got a notice, since the store failed             → undefined: nothing was done
 */
export function replacedTokenOf(
  closing: LiveRequest,
  requests: Iterable<LiveRequest>,
): string | undefined {
  const { event, buttons } = closing;
  const { input } = event;
  if (input.kind !== 'press' || buttons.shown === undefined) return undefined;
  const isInPlace = input.message !== undefined && input.message === buttons.shown.message;
  // The reply to a “yes” that was typed is a new message.
  if (!isInPlace && !agrees(input.token)) return undefined;
  const { requestToken } = readButtonToken(input.token);
  for (const request of requests) {
    const isTheirs = request.requester === closing.requester && request !== closing;
    if (isTheirs && isPressBelow(request.event.input, requestToken)) return undefined;
  }
  return requestToken;
}

/** Whether an input is the press of a button in the reply with this token. */
export function isPressBelow(
  input: Input,
  requestToken: string,
): input is Extract<Input, { readonly kind: 'press' }> {
  return input.kind === 'press' && readButtonToken(input.token).requestToken === requestToken;
}

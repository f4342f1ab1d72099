import type { Input, RequestEvent } from '../../core/adapter/request.ts';
import { readButtonToken } from '../../core/button-token.ts';
import { agrees } from '../../words/typed-press.ts';
import type { OpenRequest } from '../open-request.ts';

/**
 * The open request with which the same person pressed the same button before, and whose answer is
 * on its way or has taken the place of the button. Undefined without such a request, or if the
 * event is not a press.
 */
export function samePress(
  { input, requester }: RequestEvent,
  requests: Iterable<OpenRequest>,
): OpenRequest | undefined {
  // A platform that does not name the message expects an answer to each press.
  if (input.kind !== 'press' || input.message === undefined) return undefined;
  for (const request of requests) {
    const { input: other } = request.event;
    const isSame =
      other.kind === 'press' && other.token === input.token && other.message === input.message;
    const isDone = !request.isUnanswered && request.buttons.newest.message !== input.message;
    if (isSame && !isDone && request.requester === requester) return request;
  }
  return undefined;
}

/**
 * The token of the request whose reply this answer uses up: its buttons are deleted, if they belong
 * to the same person. Ann’s reply r1 has the buttons *Check them* and *Full details* in m1:
 *
 *     Ann pressed *Full details*; the answer replaces m1   → token of r1
 *     She pressed it; the answer is a new message          → undefined
 *     She said “yes”, which pressed *Check them*; the same → token of r1: she has agreed
 *     Another press by her of a button of r1 is still open → undefined
 *     All that she got was a notice, since the store failed → undefined: nothing was done
 */
export function replacedBy(
  answered: OpenRequest,
  requests: Iterable<OpenRequest>,
): string | undefined {
  const { event, buttons } = answered;
  const { input } = event;
  if (input.kind !== 'press' || buttons.shown === undefined) return undefined;
  const isInPlace = input.message !== undefined && input.message === buttons.shown.message;
  // The answer to a “yes” that was typed is a new message.
  if (!isInPlace && !agrees(input.token)) return undefined;
  const { requestToken } = readButtonToken(input.token);
  for (const other of requests) {
    const isTheirs = other.requester === answered.requester && other !== answered;
    if (isTheirs && isPressBelow(other.event.input, requestToken)) return undefined;
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

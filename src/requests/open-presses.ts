import type { RequestEvent } from '../core/adapter/request.ts';
import { agrees } from '../words/typed-press.ts';
import { requestTokenOf } from './live-buttons.ts';
import type { OpenRequest } from './open-request.ts';

/**
 * The open press of the same button by the same person, whose answer is on its way, or has taken
 * the place of the button. Undefined if the request is not a press, or the first one.
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
    const isDone = !request.isUnanswered && request.buttons.message !== input.message;
    if (isSame && !isDone && request.requester === requester) return request;
  }
  return undefined;
}

/**
 * The token of the request whose buttons are deleted if they are this person’s, since its reply is
 * used up by this answer. Ann’s reply r1 has the buttons *Check them* and *Full details* in m1:
 *
 *     Ann pressed *Full details*; the answer replaces m1   → token of r1
 *     She pressed it; the answer is a new message          → undefined
 *     She said “yes”, which pressed *Check them*; the same → token of r1: she has agreed
 *     Another press by her of a button of r1 is still open → undefined
 */
export function replacedBy(
  answered: OpenRequest,
  requests: Iterable<OpenRequest>,
): string | undefined {
  const { input } = answered.event;
  if (input.kind !== 'press') return undefined;
  const isInPlace = input.message !== undefined && input.message === answered.buttons.message;
  // The answer to a “yes” that was typed is a new message.
  if (!isInPlace && !agrees(input.token)) return undefined;
  const requestToken = requestTokenOf(input.token);
  for (const other of requests) {
    const isTheirs = other.requester === answered.requester;
    if (isTheirs && isPressBelow(other, requestToken) && other !== answered) return undefined;
  }
  return requestToken;
}

/** Whether it is a press of a button of the reply with this token. */
export function isPressBelow(request: OpenRequest, requestToken: string): boolean {
  return requestTokenOf(tokenOfPress(request)) === requestToken;
}

/** The token of the button that it presses; empty if it is no press. */
export function tokenOfPress({ event: { input } }: OpenRequest): string {
  return input.kind === 'press' ? input.token : '';
}

import type { Request } from '../core/adapter/request.ts';
import { agrees } from '../format/words/typed-press.ts';
import { requestTokenOf } from './live-buttons.ts';
import type { OpenRequest } from './open-request.ts';

/**
 * The open press of the same button by the same person, whose answer is on its way, or has taken
 * the place of the button. Undefined if the request is not a press, or the first one.
 */
export function samePress(
  { input, requester }: Request,
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

/** What is under way since its person has agreed to the reply that has this button, too. */
export function agreedBelow(
  buttonToken: string,
  requests: Iterable<OpenRequest>,
): readonly OpenRequest[] {
  return [...requests].filter(
    (request) =>
      isPressBelow(request, requestTokenOf(buttonToken)) && agrees(tokenOfPress(request)),
  );
}

/**
 * The token of the request whose buttons are not pressed any more, since this answer to one of them
 * took their place, or is what they asked for; undefined if they are, or if another press of them
 * is still to be answered.
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
  const token = requestTokenOf(input.token);
  for (const other of requests) {
    if (isPressBelow(other, token) && other !== answered) return undefined;
  }
  return token;
}

function isPressBelow(request: OpenRequest, requestToken: string): boolean {
  return requestTokenOf(tokenOfPress(request)) === requestToken;
}

function tokenOfPress({ event: { input } }: OpenRequest): string {
  return input.kind === 'press' ? input.token : '';
}

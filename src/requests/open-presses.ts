import type { Request } from '../core/adapter.ts';
import { requestTokenIn } from './buttons.ts';
import type { OpenRequest } from './open-request.ts';

/**
 * The open press of the same button by the same person, whose answer is on its way, or has taken
 * the place of the button. Undefined if the request is no press, or the first one.
 */
export function samePress(
  { input, requester }: Request,
  requests: Iterable<OpenRequest>,
): OpenRequest | undefined {
  // A platform that does not name the message expects an answer to each press.
  if (input.kind !== 'press' || input.on === undefined) return undefined;
  for (const open of requests) {
    const { input: other } = open.request;
    const isSame = other.kind === 'press' && other.token === input.token && other.on === input.on;
    const isDone = !open.isUnanswered && open.buttons.message !== input.on;
    if (isSame && !isDone && open.requester === requester) return open;
  }
  return undefined;
}

/**
 * The token of the request whose buttons are not shown any more, since this answer to one of them
 * took their place; undefined if they are, or if another press of them is still to be answered.
 */
export function replacedBy(
  answered: OpenRequest,
  requests: Iterable<OpenRequest>,
): string | undefined {
  const { input } = answered.request;
  const isInPlace =
    input.kind === 'press' && input.on !== undefined && input.on === answered.buttons.message;
  if (!isInPlace) return undefined;
  const token = requestTokenIn(input.token);
  for (const other of requests) {
    const { input: press } = other.request;
    const needsThem = press.kind === 'press' && requestTokenIn(press.token) === token;
    if (needsThem && other !== answered) return undefined;
  }
  return token;
}

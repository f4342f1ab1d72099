import { agrees } from '../words/typed-press.ts';
import { requestTokenOf } from './live-buttons.ts';
import { isPressBelow, tokenOfPress } from './open-presses.ts';
import type { OpenRequest } from './open-request.ts';
import type { OpenRequests } from './open-requests.ts';
import type { Press, PressEffect } from './presses.ts';

/** The open requests that a press stops. */
export function stoppedBy(
  press: Pick<Press, 'token' | 'requester'>,
  { effect, requestId }: PressEffect,
  requests: OpenRequests,
): readonly OpenRequest[] {
  const ids = effect.kind === 'stop' ? [requestId, ...(effect.also ?? [])] : [];
  const named = ids.flatMap((id) => requests.get(id) ?? []);
  // Who has typed “yes” still sees the plan with _Not now_.
  const agreed = effect.kind === 'dismiss' ? agreedBelow(press, requests) : [];
  return [...named, ...agreed];
}

/**
 * What a press of *No* stops: the open requests with which the same person pressed a button of the
 * same reply that agrees to it (see `agrees`).
 *
 *     Ann pressed *Check them* (open), then *Not now* below the same reply → that open request
 *     She only pressed *Full details*                                     → []
 *     Bob pressed her *Check them*                                        → []
 */
function agreedBelow(
  { token, requester }: Pick<Press, 'token' | 'requester'>,
  requests: Iterable<OpenRequest>,
): readonly OpenRequest[] {
  return [...requests].filter(
    (request) =>
      request.requester === requester &&
      isPressBelow(request, requestTokenOf(token)) &&
      agrees(tokenOfPress(request)),
  );
}

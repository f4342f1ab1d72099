import { agrees } from '../words/typed-press.ts';
import { requestTokenOf } from './live-buttons.ts';
import { isPressBelow, tokenOfPress } from './open-presses.ts';
import type { OpenRequest } from './open-request.ts';
import type { OpenRequests } from './open-requests.ts';
import type { Press, PressEffect } from './presses.ts';

/**
 * Stops what a press stops. Resolves with whether some of it still needed an answer, when that is
 * written or queued.
 */
export async function stopBy(
  press: Pick<Press, 'token' | 'requester'>,
  { effect, requestId }: PressEffect,
  requests: Pick<OpenRequests, 'get' | 'stop'> & Iterable<OpenRequest>,
): Promise<boolean> {
  const ids = effect.kind === 'stop' ? [requestId, ...(effect.also ?? [])] : [];
  const named = ids.flatMap((id) => requests.get(id) ?? []);
  // Who has typed “yes” still sees the plan with _Not now_.
  const agreed = effect.kind === 'dismiss' ? agreedBelow(press, requests) : [];
  const stopped = await Promise.all([...named, ...agreed].map((one) => requests.stop(one)));
  return stopped.includes(true);
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

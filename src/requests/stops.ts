import { agreedBelow } from './open-presses.ts';
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

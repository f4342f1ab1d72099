import type { WaitingRequests } from '../../../src/checks/waiting-requests.ts';

/** The requests that wait now. */
export function waitingIn(waits: WaitingRequests): string[] {
  const waiting: string[] = [];
  const leaving = new AbortController();
  waits.listen((id) => waiting.push(id), leaving.signal);
  leaving.abort();
  return waiting;
}

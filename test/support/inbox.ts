import { vi } from 'vitest';
import type { Receive, Request, Show, Suggest } from '../../src/core/adapter.ts';

/** A request with the way to its reply. */
export interface Received {
  readonly request: Request;
  readonly show: Show;
}

/** Accepts everything, and keeps it. */
export interface Inbox extends Array<Received> {
  readonly receive: Receive;
  /** Resolves with what came as this one, counted from 1, once it has come. */
  received(number?: number): Promise<Received>;
}

export function createInbox(): Inbox {
  const inbox: Received[] = [];
  const receive: Receive = async (request, show) => {
    inbox.push({ request, show });
    return 'persisted';
  };
  const received = (number = 1): Promise<Received> =>
    vi.waitFor(
      () => {
        const request = inbox[number - 1];
        if (request === undefined) throw new Error(`only ${inbox.length} requests came`);
        return request;
      },
      { timeout: 5_000, interval: 5 },
    );
  return Object.assign(inbox, { receive, received });
}

/** For tests in which nobody types ahead. */
export const suggestNothing: Suggest = async () => [];

import { vi } from 'vitest';
import type { Receive, Request, Show, Suggest } from '../../src/core/adapter.ts';

/** A request with the way to its reply. */
export interface Received {
  readonly request: Request;
  readonly show: Show;
}

export type Inbox = ReturnType<typeof createInbox>;

/** Accepts everything, and keeps it. */
export function createInbox() {
  const inbox: Received[] = [];
  const receive: Receive = async (request, show) => {
    inbox.push({ request, show });
    return 'persisted';
  };
  /** Resolves with what came as this one, once it has come. */
  const received = (number = 1): Promise<Received> =>
    vi.waitFor(
      () => {
        const one = inbox[number - 1];
        if (one === undefined) throw new Error(`only ${inbox.length} requests came`);
        return one;
      },
      { timeout: 5_000, interval: 5 },
    );
  return Object.assign(inbox, { receive, received });
}

/** For tests in which nobody types ahead. */
export const suggestNothing: Suggest = async () => [];

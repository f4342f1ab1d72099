import type {
  ReceiveRequest,
  RequestEvent,
  ShowReply,
} from '../../src/core/adapter/request-event.ts';
import type { FindSuggestions } from '../../src/core/adapter/suggestions.ts';
import { deferred } from '../../src/core/promises.ts';

/** A request, with the function that shows its reply. */
export interface Received {
  readonly request: RequestEvent;
  readonly show: ShowReply;
}

/** Accepts and keeps all requests. */
export interface Inbox extends Array<Received> {
  readonly receive: ReceiveRequest;
  /** Resolves with the request of this number, counted from 1, when it has arrived. */
  received(number?: number): Promise<Received>;
}

export function createInbox(): Inbox {
  const inbox: Received[] = [];
  let arrival = deferred<void>();
  const receive: ReceiveRequest = async (request, show) => {
    inbox.push({ request, show });
    arrival.resolve();
    arrival = deferred();
    return 'confirm';
  };
  const received = async (number = 1): Promise<Received> => {
    const found = inbox[number - 1];
    if (found !== undefined) return found;
    await arrival.promise;
    return received(number);
  };
  return Object.assign(inbox, { receive, received });
}

/** Suggests nothing. */
export const suggestNothing: FindSuggestions = async () => [];

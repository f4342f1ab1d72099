import type { Update } from 'grammy/types';
import { type Clock, sleepAtMost } from '../../../src/core/time/clock.ts';

/** A webhook delivery that failed comes again after this, then after twice as long, and so on. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

interface Webhook {
  readonly url: string;
  readonly secret: string;
}

type Poll = { readonly offset?: number; readonly limit?: number; readonly timeout?: number };
/** The updates that wait for the bot, as the Bot API keeps them until they are confirmed. */
export function createUpdateQueue(clock: Clock) {
  const closed = new AbortController();
  const deliveries: number[] = [];
  let waiting: Update[] = [];
  let allowed: readonly string[] | undefined;
  let webhook: Webhook | undefined;
  // Larger at each start, since the bot does not answer an update with the same id twice.
  let nextId = 1_000 + Math.floor(clock.now() / 1_000);
  let wake = (): void => undefined;
  let takeOver = (): void => undefined;

  const deliver = async (update: Update, pauseMs: number): Promise<void> => {
    const to = webhook;
    if (to === undefined || closed.signal.aborted) return;
    const status = await post(to, update);
    deliveries.push(status);
    if (status >= 200 && status < 300) {
      waiting = waiting.filter((undelivered) => undelivered !== update);
      return;
    }
    await sleepAtMost(clock, pauseMs, closed.signal);
    await deliver(update, Math.min(pauseMs * 2, LONGEST_RETRY_MS));
  };
  return {
    push: (update: Omit<Update, 'update_id'>): void => {
      const made: Update = { update_id: nextId++, ...update };
      if (allowed !== undefined && !Object.keys(made).some((kind) => allowed?.includes(kind))) {
        return;
      }
      waiting.push(made);
      wake();
      if (webhook !== undefined) void deliver(made, FIRST_RETRY_MS);
    },
    /** Confirms all below the offset, and waits for new ones. `conflict`: another poll came. */
    poll: async ({
      offset = 0,
      limit = 100,
      timeout = 0,
    }: Poll): Promise<Update[] | 'conflict'> => {
      takeOver();
      if (offset > 0) waiting = waiting.filter(({ update_id }) => update_id >= offset);
      if (waiting.length === 0) {
        const over = new AbortController();
        const conflict = await new Promise<boolean>((resolve) => {
          wake = () => resolve(false);
          takeOver = () => resolve(true);
          const ended = AbortSignal.any([closed.signal, over.signal]);
          clock.sleep(timeout * 1_000, ended).then(wake, wake);
        });
        over.abort();
        if (conflict) return 'conflict';
      }
      takeOver = () => undefined;
      return waiting.slice(0, limit);
    },
    setWebhook: (next: Webhook | undefined): void => {
      webhook = next;
      if (next === undefined) return;
      takeOver();
      for (const update of waiting) void deliver(update, FIRST_RETRY_MS);
    },
    /** "Incoming updates will not be kept longer than 24 hours": so much time has passed. */
    expire: (): void => {
      waiting = [];
    },
    /** @param kinds a list; undefined changes nothing, an empty one asks for all kinds again */
    allow: (kinds: unknown): void => {
      if (Array.isArray(kinds)) allowed = kinds.length === 0 ? undefined : kinds;
    },
    get webhook(): Webhook | undefined {
      return webhook;
    },
    get waiting(): readonly Update[] {
      return waiting;
    },
    /** The status of every delivery to the webhook. */
    deliveries: deliveries as readonly number[],
    close: () => closed.abort(),
  };
}

async function post({ url, secret }: Webhook, update: Update): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
      body: JSON.stringify(update),
    });
    return response.status;
  } catch {
    // Nobody listens there.
    return 0;
  }
}

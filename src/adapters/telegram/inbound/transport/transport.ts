import type { Api } from 'grammy';
import type { UserFromGetMe } from 'grammy/types';
import type { Log } from '../../../../ops/log/log.ts';
import type { Calls } from '../../outbound/api.ts';
import { ALLOWED_UPDATES, GUEST_UPDATE } from '../receive.ts';
import { type AllowedUpdates, type PollingNeeds, pollUpdates } from './polling.ts';

const CONNECTED = 'Connected to Telegram; updates are fetched by long polling';

/** What {@link chooseTransport} works with. */
export interface TransportNeeds {
  readonly api: Api;
  readonly calls: Calls;
}

/**
 * Activates this way of getting updates and removes the other; undelivered updates stay at Telegram, and so does the webhook
 * when the process ends.
 */
export async function chooseTransport(
  { api, calls }: TransportNeeds,
  webhook: { readonly url: string; readonly secret: string } | undefined,
  me: UserFromGetMe,
): Promise<void> {
  if (webhook === undefined) {
    await calls.repeatable(() => api.deleteWebhook({ drop_pending_updates: false }));
    return;
  }
  const { url, secret } = webhook;
  const other = { secret_token: secret, allowed_updates: allowedUpdatesFor(me), drop_pending_updates: false };
  await calls.repeatable(() => api.setWebhook(url, other));
}

function allowedUpdatesFor({ supports_guest_queries }: UserFromGetMe): AllowedUpdates {
  return supports_guest_queries === true ? [...ALLOWED_UPDATES, GUEST_UPDATE] : ALLOWED_UPDATES;
}

/** What {@link fetchUpdates} works with. */
export interface FetchingNeeds
  extends TransportNeeds,
    Pick<PollingNeeds, 'clock' | 'incidents' | 'onUnauthorized' | 'pollSeconds' | 'take'> {
  /** Has a longer time-out than a poll. */
  readonly pollApi: Api;
  readonly log: Log;
  readonly me: UserFromGetMe;
}

/** Fetches updates by long polling until it is stopped. Never rejects. */
export function fetchUpdates(needs: FetchingNeeds, stopped: AbortSignal): Promise<void> {
  const { api, pollApi, calls, log, me } = needs;
  const removeWebhook = async (): Promise<void> => {
    // If this fails, the next poll reports the webhook again.
    await calls
      .repeatable(() => api.deleteWebhook({ drop_pending_updates: false }), { signal: stopped })
      .catch(() => undefined);
  };
  log.info({ bot: me.username }, CONNECTED);
  return pollUpdates(
    { ...needs, api: pollApi, allowedUpdates: allowedUpdatesFor(me), removeWebhook },
    stopped,
  );
}

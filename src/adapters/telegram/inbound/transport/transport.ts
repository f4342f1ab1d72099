import type { Api } from 'grammy';
import type { UserFromGetMe } from 'grammy/types';
import type { LeaderElection } from '../../../../core/leader-election.ts';
import type { Log } from '../../../../ops/log/log.ts';
import type { Calls } from '../../outbound/api.ts';
import { ALLOWED_UPDATES, GUEST_UPDATE } from '../receive.ts';
import { type AllowedUpdates, type PollingNeeds, pollUpdates } from './polling.ts';

/** Telegram delivers updates to one poller at a time; everything else is done by all processes. */
const POLLING_TASK = 'telegram:updates';
const CONNECTED = 'Connected to Telegram; updates are fetched by long polling';
const STANDING_BY =
  'Connected to Telegram; another process fetches the updates, and this one takes over when it ends';

/** What {@link chooseTransport} works with. */
export interface TransportNeeds {
  readonly api: Api;
  readonly calls: Calls;
}

/**
 * Activates this way of getting updates and removes the other; undelivered updates stay at Telegram. All processes do this
 * with the same values; none removes the webhook when it ends, since others are still served by it.
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
  readonly elect: LeaderElection;
  readonly me: UserFromGetMe;
}

/** Fetches updates by long polling while this process leads, until it is stopped. Never rejects. */
export function fetchUpdates(needs: FetchingNeeds, stopped: AbortSignal): Promise<void> {
  const { api, pollApi, calls, log, elect, me } = needs;
  const poll = (signal: AbortSignal): Promise<void> => {
    const removeWebhook = async (): Promise<void> => {
      // If this fails, the next poll reports the webhook again.
      await calls
        .repeatable(() => api.deleteWebhook({ drop_pending_updates: false }), { signal })
        .catch(() => undefined);
    };
    const isStopping = (): boolean => stopped.aborted;
    log.info({ bot: me.username }, CONNECTED);
    return pollUpdates(
      { ...needs, api: pollApi, allowedUpdates: allowedUpdatesFor(me), removeWebhook, isStopping },
      signal,
    );
  };
  const onStandBy = (): void => log.info({ bot: me.username }, STANDING_BY);
  return elect(POLLING_TASK, { work: poll, onStandBy }, stopped);
}

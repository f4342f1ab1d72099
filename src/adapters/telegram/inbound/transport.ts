import type { Api } from 'grammy';
import type { UserFromGetMe } from 'grammy/types';
import type { Clock } from '../../../core/clock.ts';
import type { LeaderElection } from '../../../core/leader-election.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { Incidents } from '../incidents.ts';
import type { Calls } from '../outbound/api.ts';
import { type AllowedUpdates, pollUpdates } from './polling.ts';
import { ALLOWED_UPDATES, GUEST_UPDATE } from './receive.ts';
import type { TakeUpdate } from './updates.ts';

/** Telegram brings updates to one poller at a time; all else is done by every process. */
const POLLING_TASK = 'telegram:updates';
const CONNECTED = 'Connected to Telegram; updates are fetched by long polling';
const STANDING_BY =
  'Connected to Telegram; another process fetches the updates, and this one takes over when it ends';

export interface TransportNeeds {
  readonly api: Api;
  readonly calls: Calls;
}

/**
 * Sets this way of getting updates, and clears away the other one; what waits at Telegram stays there. Every process does
 * so, with the same words; none takes the webhook away when it ends, since the others are still served by it.
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

export interface FetchingNeeds extends TransportNeeds {
  /** Its time-out is longer than a poll. */
  readonly pollApi: Api;
  readonly pollSeconds: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly lead: LeaderElection;
  readonly troubles: Incidents;
  readonly onUnauthorized: () => void;
  readonly me: UserFromGetMe;
  readonly take: TakeUpdate;
}

/** Fetches updates by long polling whenever it is this process's turn, until it is stopped. Never rejects. */
export function fetchUpdates(needs: FetchingNeeds, stopped: AbortSignal): Promise<void> {
  const { api, pollApi, calls, log, lead, me } = needs;
  const poll = (signal: AbortSignal): Promise<void> => {
    const removeWebhook = async (): Promise<void> => {
      // When it fails, the next poll meets the webhook again.
      await calls
        .repeatable(() => api.deleteWebhook({ drop_pending_updates: false }), signal)
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
  return lead(POLLING_TASK, { work: poll, onStandBy }, stopped);
}

import type { UserFromGetMe } from 'grammy/types';
import type { Adapter } from '../../core/adapter.ts';
import { faultOf } from './errors.ts';
import { chooseTransport, fetchUpdates } from './inbound/transport/transport.ts';
import { createWebhookHandler } from './inbound/transport/webhook.ts';
import { createTakeUpdate, type TakeUpdate } from './inbound/updates.ts';
import { writeDescriptions } from './menu/descriptions.ts';
import type { TelegramOptions } from './options.ts';
import { openReply } from './outbound/delivery.ts';
import { notify } from './outbound/notify.ts';
import { contextFor, createParts } from './parts.ts';
import { messageAt, PLATFORM, readTarget, userOf } from './target.ts';

/** Pause between attempts to connect, each of which has its own retries. */
const RECONNECT_PAUSE_MS = 15_000;
const CONNECTED_WEBHOOK = 'Connected to Telegram; updates come by the webhook';

/**
 * Telegram as a platform. `start` retries until Telegram can be reached; if the token is refused, it calls `onFatal` and
 * resolves.
 */
export function createTelegramAdapter(options: TelegramOptions): Adapter {
  const { clock, log, webhook, onFatal } = options;
  const parts = createParts(options);
  const { api, calls, incidents, menu, delivery } = parts;
  const stopped = new AbortController();
  let me: UserFromGetMe | undefined;
  let take: TakeUpdate | undefined;
  let polling: Promise<void> | undefined;

  webhook?.mount(
    new URL(webhook.url).pathname,
    createWebhookHandler({ ...options, secret: webhook.secret, incidents, take: () => take }),
  );
  const connect = async (): Promise<UserFromGetMe | undefined> => {
    while (!stopped.signal.aborted) {
      try {
        const found = await calls.repeatable(() => api.getMe(), { signal: stopped.signal });
        await chooseTransport(parts, webhook, found);
        return found;
      } catch (error) {
        const { kind, message } = faultOf(error);
        if (kind === 'unauthorized') return undefined;
        if (kind === 'refused' && webhook !== undefined) {
          onFatal(`Telegram does not accept TELEGRAM_WEBHOOK_URL or its secret: ${message}`);
          return undefined;
        }
        await clock.sleep(RECONNECT_PAUSE_MS, stopped.signal).catch(() => undefined);
      }
    }
    return undefined;
  };

  return {
    platform: PLATFORM,
    surface: 'chat',
    start: async (receive, suggest) => {
      me = await connect();
      if (me === undefined) return;
      parts.setUsername(me.username);
      take = createTakeUpdate({
        ...options,
        ...parts,
        context: contextFor(options, me, parts),
        receive,
        suggest,
      });
      void menu.write().then(() => writeDescriptions({ ...options, ...parts }));
      if (webhook === undefined) polling = fetchUpdates({ ...options, ...parts, me, take }, stopped.signal);
      else log.info({ bot: me.username }, CONNECTED_WEBHOOK);
    },
    connected: () => me !== undefined && !stopped.signal.aborted && !parts.isCutOff(),
    reopen: async (stored) => {
      const target = readTarget(stored);
      return target && openReply(delivery, target);
    },
    standsAt: (target) => messageAt(readTarget(target)),
    readFile: parts.readDocument,
    forget: async (requester) => {
      const user = userOf(requester);
      if (user !== undefined) await parts.inlineChecks.forget(user);
    },
    notify: (admin, reply) => notify(parts, admin, reply),
    stop: async () => {
      take = undefined;
      stopped.abort();
      await polling;
    },
  };
}

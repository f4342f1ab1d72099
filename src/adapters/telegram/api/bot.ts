import { Agent as HttpsAgent } from 'node:https';
import { autoRetry } from '@grammyjs/auto-retry';
import { Api, type ApiClientOptions, Bot, type Transformer } from 'grammy';
import { Agent as HttpAgent } from '../../../core/node-http.ts';
import type { Host } from '../../host.ts';
import { agentThrough } from '../../proxy-agents.ts';
import { Confirmation } from './confirmation.ts';
import { Pace } from './pace.ts';
import { Watch } from './watch.ts';

/** How long Telegram holds a poll open. */
export const POLL_SECONDS = 30;
const TIMEOUT_SECONDS = POLL_SECONDS + 10;
/** Short, since the answer waits for a running progress call. */
const PROGRESS_TIMEOUT_SECONDS = 3;
/**
 * A connection without a call is closed after this time, before the server closes it: a call on a
 * connection that was just closed fails.
 */
const IDLE_MS = 4_000;
const RETRIES = { maxRetryAttempts: 3, maxDelaySeconds: 60 };

/** The settings of the Telegram adapter. */
export interface TelegramOptions extends Host {
  /** The bot's token; never logged. */
  readonly token: string;
  /** The Bot API server. */
  readonly apiUrl: string;
  /** The public URL of this bot; undefined selects long polling. */
  readonly webhookUrl: string | undefined;
  /** Languages in which lists of commands are written. */
  readonly languages: readonly string[];
}

/** The bot and its clients of the Bot API. */
export interface TelegramBot {
  readonly bot: Bot;
  /**
   * For progress: its calls give up soon, are never repeated, and are dropped if the limits are
   * nearly reached.
   */
  readonly progress: Api;
  /** Whether a chat may get progress now: enough of its limit is left for answers. */
  readonly hasRoom: (chat: number) => boolean;
  /** Whether Telegram works, by what the latest calls of `bot` met: see {@link Watch}. */
  readonly isReached: () => boolean;
}

/** Creates the bot; nothing is called yet. */
export function createBot(options: TelegramOptions): TelegramBot {
  const { token, apiUrl: apiRoot, proxy, clock, log } = options;
  const baseFetchConfig = { agent: agentFor(apiRoot, proxy), compress: true };
  const client: ApiClientOptions = { apiRoot, timeoutSeconds: TIMEOUT_SECONDS, baseFetchConfig };
  const bot = new Bot(token, { client });
  const progress = new Api(token, { ...client, timeoutSeconds: PROGRESS_TIMEOUT_SECONDS });
  const pace = new Pace(clock);
  const watch = new Watch(log);
  const confirmation = new Confirmation(options);
  const retry = autoRetry({
    ...RETRIES,
    rethrowHttpErrors: true,
    rethrowInternalServerErrors: true,
  });
  // grammY runs the last one first, so each attempt of `retry` goes through all the others.
  bot.api.config.use(
    watch.transformer,
    skipNeedlessDeletion,
    confirmation.transformer,
    pace.waitForTokens,
    retry,
  );
  progress.config.use(pace.dropUnlessRoom);
  bot.use(confirmation.middleware);
  // While polling, `confirmation` lets no error through; one would end the polling without this.
  bot.catch(({ error }) => log.error({ err: error }, 'An update from Telegram was lost'));
  return {
    bot,
    progress,
    hasRoom: (chat) => pace.hasRoom(chat),
    isReached: () => watch.isReached,
  };
}

function agentFor(apiRoot: string, proxy: TelegramOptions['proxy']) {
  const options = { keepAlive: true, timeout: IDLE_MS };
  const url = new URL(apiRoot);
  if (proxy?.appliesTo(url)) return agentThrough(proxy, options);
  return url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
}

/** grammY deletes the webhook whenever it begins to poll; most often there is none. */
const skipNeedlessDeletion: Transformer = async (prev, method, payload, signal) => {
  const info = method === 'deleteWebhook' ? await prev('getWebhookInfo', {}, signal) : undefined;
  if (info?.ok && (info.result as { url: string }).url === '') {
    return { ok: true, result: true as never };
  }
  return prev(method, payload, signal);
};

import { Agent as HttpsAgent } from 'node:https';
import { autoRetry } from '@grammyjs/auto-retry';
import { Api, type ApiClientOptions, Bot, type Transformer } from 'grammy';
import { Agent as HttpAgent } from '../../../core/network/node-http.ts';
import { HAS_SLEPT, type Host } from '../../host.ts';
import { agentThrough } from '../../proxy-agents.ts';
import { Confirmation } from './confirmation.ts';
import { TelegramFailure } from './failure.ts';
import { OutageWatch } from './outage-watch.ts';
import { Pace } from './pace.ts';

/** Time for which Telegram holds a poll open. */
export const POLL_SECONDS = 30;
const TIMEOUT_SECONDS = POLL_SECONDS + 10;
/** Short, since an answer waits for the progress call before it. */
const PROGRESS_TIMEOUT_SECONDS = 3;
/**
 * Time for which an idle connection stays open. The server closes it later, and a call on a
 * connection that the server has just closed would fail.
 */
const IDLE_MS = 4_000;
const RETRIES = { maxRetryAttempts: 3, maxDelaySeconds: 60 };

export interface TelegramOptions extends Host {
  /** The bot's token; never logged. */
  readonly token: string;
  readonly apiUrl: string;
  /** The public URL of this bot; undefined selects long polling. */
  readonly webhookUrl: string | undefined;
  /** The languages in which Telegram gets the lists of commands. */
  readonly languages: readonly string[];
}

/** The bot and its clients of the Bot API. */
export interface TelegramBot {
  readonly bot: Bot;
  /**
   * The client for progress: its calls have a short time limit, are never repeated, and are dropped
   * if the limits are nearly reached.
   */
  readonly progress: Api;
  /** Whether a chat may get progress now: enough of its limit is left for answers. */
  readonly hasRoom: (chat: number) => boolean;
  /** Whether Telegram works, as the latest calls of `bot` showed: see {@link OutageWatch}. */
  readonly isWorking: () => boolean;
}

/** Creates the bot, without a call. */
export function createBot(options: TelegramOptions): TelegramBot {
  const { token, apiUrl: apiRoot, run, proxy, clock, log } = options;
  const baseFetchConfig = { agent: agentFor(apiRoot, proxy), compress: true };
  const client: ApiClientOptions = { apiRoot, timeoutSeconds: TIMEOUT_SECONDS, baseFetchConfig };
  const bot = new Bot(token, { client });
  const progress = new Api(token, { ...client, timeoutSeconds: PROGRESS_TIMEOUT_SECONDS });
  const pace = new Pace(clock);
  const watch = new OutageWatch(log);
  const confirmation = new Confirmation(options);
  const retry = autoRetry({
    ...RETRIES,
    rethrowHttpErrors: true,
    rethrowInternalServerErrors: true,
  });
  // After each wait, and right before the call: between them, nothing is awaited.
  const refuseAfterSleep: Transformer = async (prev, ...call) => {
    if (run.hasSlept()) throw new TelegramFailure('slept', HAS_SLEPT);
    return prev(...call);
  };
  // grammY calls the last transformer first, so each attempt of `retry` goes through all others.
  bot.api.config.use(
    watch.transformer,
    refuseAfterSleep,
    skipNeedlessDeletion,
    confirmation.transformer,
    pace.waitForTokens,
    retry,
  );
  progress.config.use(refuseAfterSleep, pace.dropUnlessRoom);
  bot.use(confirmation.middleware);
  // `confirmation` handles all errors while polling. By default, grammY ends the polling at
  // an error.
  bot.catch(({ error }) => log.error({ err: error }, 'An update from Telegram was lost'));
  return {
    bot,
    progress,
    hasRoom: (chat) => pace.hasRoom(chat),
    isWorking: () => watch.isWorking,
  };
}

function agentFor(apiRoot: string, proxy: TelegramOptions['proxy']) {
  const options = { keepAlive: true, timeout: IDLE_MS };
  const url = new URL(apiRoot);
  if (proxy?.appliesTo(url)) return agentThrough(proxy, options);
  return url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
}

/**
 * Skips the deletion of the webhook with which grammY 1.46.0 always begins to poll. Most often
 * there is none to delete. grammY has no option for that: https://github.com/grammyjs/grammY/pull/296
 */
const skipNeedlessDeletion: Transformer = async (prev, method, payload, signal) => {
  const info = method === 'deleteWebhook' ? await prev('getWebhookInfo', {}, signal) : undefined;
  if (info?.ok && (info.result as { url: string }).url === '') {
    return { ok: true, result: true as never };
  }
  return prev(method, payload, signal);
};

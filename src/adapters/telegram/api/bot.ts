import { Agent as HttpsAgent } from 'node:https';
import { autoRetry } from '@grammyjs/auto-retry';
import { Api, type ApiClientOptions, Bot, type Transformer } from 'grammy';
import { allowUnheard } from '../../../core/async/promises.ts';
import { Agent as HttpAgent } from '../../../core/network.ts';
import type { SayIn } from '../../../format/words/say.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { Host } from '../../definition.ts';
import { agentThrough } from '../../http.ts';
import { faultOf } from './errors.ts';
import { Pace } from './pace.ts';

const OWN_SERVER = 'https://api.telegram.org';

/** Whether it is Telegram's own server, which always has the newest version of the Bot API. */
export function isOwnServer(apiUrl: string): boolean {
  return new URL(apiUrl).origin === OWN_SERVER;
}

/** How long Telegram holds a poll open. */
export const POLL_SECONDS = 30;
const TIMEOUT_SECONDS = POLL_SECONDS + 10;
/** Of the poll that finds out whether nobody else polls any more. */
const SHORT_POLL_SECONDS = 1;
/** Short, since the answer waits for a running progress call. */
const PROGRESS_TIMEOUT_SECONDS = 3;
/**
 * An idle connection is closed before the server closes it: a call on a connection that was just
 * closed fails.
 */
const IDLE_MS = 4_000;
/** Pause before updates are fetched again that could not be persisted. */
const RETRY_MS = 3_000;
const UNREACHABLE =
  'Telegram cannot be reached, or it fails; I try again. If this lasts, look at the network, the proxy and TELEGRAM_API_URL';
const CONFLICT =
  'Another process takes the updates of this bot, or a webhook does. Stop it, or give it a token of its own; I try again every second';
const RETRIES = { maxRetryAttempts: 3, maxDelaySeconds: 60 };

/** The settings of the Telegram adapter. */
export interface TelegramOptions extends Host {
  /** The bot's token; never logged. */
  readonly token: string;
  /** The Bot API server. */
  readonly apiUrl: string;
  /** The public URL of this bot; undefined selects long polling. */
  readonly webhookUrl: string | undefined;
  readonly sayIn: SayIn;
  /** Languages in which command lists are written, in addition to the default list. */
  readonly languages: readonly string[];
}

/** The bot and its clients of the Bot API. */
export interface TelegramBot {
  readonly bot: Bot;
  /**
   * For progress: its calls give up soon, are never repeated, and dropped if the limits are nearly
   * reached.
   */
  readonly progress: Api;
  /** Whether a chat takes more than answers now. */
  readonly hasRoom: (chat: number) => boolean;
  /** Whether Telegram answered the last call. */
  readonly isReached: () => boolean;
}

/** An update that could not be persisted: Telegram keeps it and delivers it again. */
export class NotPersisted extends Error {}

/** Creates the bot; nothing is called yet. */
export function createBot(options: TelegramOptions): TelegramBot {
  const { token, apiUrl: apiRoot, proxy, clock, log } = options;
  const baseFetchConfig = { agent: agentFor(apiRoot, proxy), compress: true };
  const client: ApiClientOptions = { apiRoot, timeoutSeconds: TIMEOUT_SECONDS, baseFetchConfig };
  const bot = new Bot(token, { client });
  const progress = new Api(token, { ...client, timeoutSeconds: PROGRESS_TIMEOUT_SECONDS });
  const pace = new Pace(clock);
  const { watch, isReached } = createWatch(log);
  const retry = autoRetry({
    ...RETRIES,
    rethrowHttpErrors: true,
    rethrowInternalServerErrors: true,
  });
  bot.api.config.use(
    watch,
    keepWithoutWebhook,
    confirmWhenPersisted(bot, options),
    pace.answers,
    retry,
  );
  progress.config.use(pace.progress);
  return { bot, progress, hasRoom: (chat) => pace.hasRoom(chat), isReached };
}

function agentFor(apiRoot: string, proxy: TelegramOptions['proxy']) {
  const kept = { keepAlive: true, timeout: IDLE_MS };
  const url = new URL(apiRoot);
  if (proxy?.appliesTo(url)) return agentThrough(proxy, kept);
  return url.protocol === 'https:' ? new HttpsAgent(kept) : new HttpAgent(kept);
}

/**
 * Logs when Telegram stops working and when it works again, since grammY reports no failed polls.
 */
function createWatch(log: Log) {
  let trouble: string | undefined;
  const note = (next: typeof trouble, reason?: string): void => {
    if (next === trouble) return;
    trouble = next;
    if (next === undefined) log.info('Telegram works again');
    else log.warn({ reason }, next);
  };
  const watch: Transformer = async (prev, method, payload, signal) => {
    const isAlone = trouble !== CONFLICT || method !== 'getUpdates';
    const asked = isAlone ? payload : { ...payload, timeout: SHORT_POLL_SECONDS };
    const response = await prev(method, asked, signal).catch((error) => {
      if (signal?.aborted !== true) note(UNREACHABLE, faultOf(error).message);
      throw error;
    });
    if (response.ok) note(trouble === CONFLICT && method !== 'getUpdates' ? trouble : undefined);
    else if (response.error_code === 409) note(CONFLICT, response.description);
    else if (response.error_code >= 500) note(UNREACHABLE, response.description);
    return response;
  };
  return { watch, isReached: () => trouble === undefined };
}

/** grammY removes the webhook whenever it begins to poll; most often there is none. */
const keepWithoutWebhook: Transformer = async (prev, method, payload, signal) => {
  const info = method === 'deleteWebhook' ? await prev('getWebhookInfo', {}, signal) : undefined;
  if (info?.ok && (info.result as { url: string }).url === '')
    return { ok: true, result: true as never };
  return prev(method, payload, signal);
};

/**
 * Keeps each update unconfirmed until its middleware has persisted it, even if grammY sends a
 * higher offset. The updates of one poll are handled at once, so that they share a commit; the next
 * poll waits for them.
 */
function confirmWhenPersisted(bot: Bot, options: TelegramOptions): Transformer {
  const { clock, log, webhookUrl, isOwner } = options;
  const unconfirmed = new Set<number>();
  let inFlight: Promise<void>[] = [];
  const handle = async (id: number, next: () => Promise<void>): Promise<void> => {
    unconfirmed.add(id);
    try {
      await next();
    } catch (error) {
      if (error instanceof NotPersisted) throw error;
      // It is confirmed: otherwise Telegram would deliver it for ever and no later update.
      log.error(
        { err: error, update: id },
        'An update from Telegram could not be understood and was skipped. Please report this as a fault of the bot',
      );
    }
    unconfirmed.delete(id);
  };
  bot.use(({ update }, next) => {
    const handled = handle(update.update_id, next);
    if (webhookUrl !== undefined) return handled;
    // One that was not persisted stays unconfirmed, so it comes again.
    allowUnheard(handled);
    inFlight.push(handled);
    return undefined;
  });
  // Polling would end without it; all errors are caught before.
  bot.catch(({ error }) => log.error({ err: error }, 'An update from Telegram was lost'));
  return async (prev, method, payload, signal) => {
    if (method !== 'getUpdates') return prev(method, payload, signal);
    await Promise.allSettled(inFlight);
    inFlight = [];
    // The last call of a bot that stops has no signal.
    if (unconfirmed.size > 0 && signal !== undefined) await clock.sleep(RETRY_MS);
    // The next owner may poll by now, and Telegram lets only one of two do that.
    if (!isOwner()) return signal === undefined ? NO_UPDATES : untilStopped(signal);
    const { offset = 0 } = payload as { offset?: number };
    return prev(method, { ...payload, offset: Math.min(offset, ...unconfirmed) }, signal);
  };
}

const NO_UPDATES = { ok: true, result: [] as never } as const;

/** Rejects when polling is stopped. */
function untilStopped(signal: Parameters<Transformer>[3] & object): Promise<never> {
  return new Promise((_, reject) => {
    const leave = (): void => reject(new Error('polling has stopped'));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
  });
}

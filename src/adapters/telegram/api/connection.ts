import { type Bot, webhookCallback } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { PlatformLost } from '../../../core/adapter/adapter.ts';
import { timeLimited, untilAborted } from '../../../core/promises.ts';
import { sleepAtMost } from '../../../core/time/clock.ts';
import { POLL_SECONDS, type TelegramOptions } from './bot.ts';
import type { BotApiServer } from './bot-api-server.ts';
import { isCallFailure, logFailedCall, toTelegramFailure } from './failure.ts';

/** Delay after a failed attempt to connect, and after a failed poll. */
const RETRY_MS = 10_000;
/** Delay between calls that find out whether Telegram works, if there are no polls. */
const ASK_MS = 60_000;
/** Delay after another process has polled. Short, since at a failover that poll was its last. */
const CONFLICT_RETRY_MS = 500;
/**
 * Time limit for the end of polling. Telegram delivers unconfirmed updates again, and `requests`
 * recognises those that it has stored.
 */
const STOP_MS = 5_000;
/** Time limit for one update by the webhook. Telegram delivers it again after a 503. */
const WEBHOOK_MS = 20_000;
const UPDATE_TYPES = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  'my_chat_member',
] as const;
/** Messages of Telegram after which it may accept the same URL of a webhook later. */
const WEBHOOK_MAY_WORK_LATER = /resolve host|timed out|connection|network/i;
const TOKEN_REFUSED =
  'Telegram does not accept TELEGRAM_TOKEN. Ask @BotFather for the token of this bot, and set it';

/**
 * The connection to Telegram: it brings the updates, by polls or by the webhook.
 *
 *     new ── start ──> connecting ── connected ──> serving
 *                          │                          │
 *                          └───────────┬──────────────┘
 *                                      ├── stop ─────────────> stopped
 *                                      └── refused settings ─> lost
 *
 * While it is connecting, the start rejects with the reason of the end: an AbortError or a
 * PlatformLost. Once it is serving, a loss is reported to the run.
 */
export class TelegramConnection {
  readonly #bot: Bot;
  readonly #server: BotApiServer;
  readonly #options: TelegramOptions;
  readonly #webhookSecret: string;
  /** Aborted when it is stopped, or with a PlatformLost as the reason. */
  readonly #end = new AbortController();
  #wasConnected = false;
  #polling: Promise<void> | undefined;

  constructor(bot: Bot, server: BotApiServer, options: TelegramOptions) {
    this.#bot = bot;
    this.#server = server;
    this.#options = options;
    this.#webhookSecret = options.store.secretFor('telegram webhook');
    this.#mountWebhook();
  }

  get isServing(): boolean {
    return this.#wasConnected && !this.#end.signal.aborted;
  }

  /** Aborted when it is stopped or lost. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /**
   * Retries while Telegram cannot be reached.
   * @throws PlatformLost if Telegram refuses the settings, an AbortError if the bot stops before
   */
  async start(): Promise<void> {
    const { log, webhookUrl } = this.#options;
    await untilAborted(this.#connectWithRetries(), this.#end.signal);
    this.#wasConnected = true;
    const bot = this.#bot.botInfo.username;
    if (webhookUrl === undefined) {
      this.#polling = this.#repeatUntilEnd(() => this.#poll());
      log.info({ bot }, 'Connected to Telegram; updates are fetched by long polling');
    } else {
      void this.#repeatUntilEnd(() => this.#askLater());
      log.info({ bot }, 'Connected to Telegram; updates come by the webhook');
    }
  }

  async stop(): Promise<void> {
    this.#end.abort();
    const endPolling = async (): Promise<void> => {
      // grammY calls Telegram once more, to confirm the received updates.
      await this.#bot.stop().catch((error: unknown) => {
        const message = 'Telegram will deliver the latest updates again';
        logFailedCall(this.#options.log, error, { level: 'debug', message });
      });
      await this.#polling;
    };
    await timeLimited({ ms: STOP_MS }, endPolling);
  }

  #mountWebhook(): void {
    const { webhookUrl, run, clock, log } = this.#options;
    if (webhookUrl === undefined) return;
    const handle = webhookCallback(this.#bot, 'std/http', {
      secretToken: this.#webhookSecret,
      // After its own time limit grammY 1.46.0 leaves a failure unhandled, which would end the
      // process: `task.finally` of https://github.com/grammyjs/grammY/pull/615. Test an update of
      // grammY with a middleware that fails after the limit.
      timeoutMilliseconds: Number.POSITIVE_INFINITY,
    });
    run.mount(new URL(webhookUrl).pathname, async (request) => {
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      if (!this.isServing) return new Response(null, { status: 503 });
      const handled = timeLimited({ ms: WEBHOOK_MS, clock }, () => handle(request));
      const response = await handled.catch((error: unknown) => {
        // The store reports its failures itself, and may refuse many updates.
        log.debug({ err: error }, 'Telegram will deliver updates again that were not persisted');
        return undefined;
      });
      // Undefined: it failed, or took too long.
      return response ?? new Response(null, { status: 503 });
    });
  }

  async #connect(): Promise<void> {
    const { webhookUrl } = this.#options;
    const me = await this.#bot.api.getMe();
    if (webhookUrl !== undefined) await this.#setWebhook(webhookUrl, me);
    await this.#server.learnVersion();
    // Last, since the bot counts as connected from now on: `isInited` ends the attempts.
    this.#bot.botInfo = me;
  }

  /** Called at each start, since the secret may have changed and Telegram does not show it. */
  async #setWebhook(url: string, me: UserFromGetMe): Promise<void> {
    try {
      await this.#bot.api.setWebhook(url, {
        secret_token: this.#webhookSecret,
        allowed_updates: updateTypesFor(me),
      });
    } catch (error) {
      const { code, message } = toTelegramFailure(error);
      if (code !== 'rejected') throw error;
      if (!WEBHOOK_MAY_WORK_LATER.test(message)) {
        throw new PlatformLost(`Telegram does not accept TELEGRAM_WEBHOOK_URL: ${message}`);
      }
      this.#options.log.warn(
        { reason: message },
        'Telegram cannot use TELEGRAM_WEBHOOK_URL yet; the bot tries again',
      );
      throw error;
    }
  }

  /**
   * With a webhook the bot may call nothing for long, so nothing else would find out that Telegram
   * refuses the token, or works again. `#giveUpOrDelay` adds its delay if the call fails.
   */
  async #askLater(): Promise<void> {
    const { signal } = this.#end;
    await sleepAtMost(this.#options.clock, ASK_MS, signal);
    if (!signal.aborted) await this.#bot.api.getMe();
  }

  /**
   * grammY throws if the token is refused, or if another process or a webhook takes the updates. It
   * retries after other failures itself, and returns after a stop.
   */
  #poll(): Promise<void> {
    const allowed = updateTypesFor(this.#bot.botInfo);
    return this.#bot.start({ allowed_updates: allowed, timeout: POLL_SECONDS });
  }

  async #connectWithRetries(): Promise<void> {
    while (!this.#bot.isInited() && !this.#end.signal.aborted) {
      await this.#connect().catch((error: unknown) => this.#giveUpOrDelay(error));
    }
  }

  async #repeatUntilEnd(work: () => Promise<void>): Promise<void> {
    while (!this.#end.signal.aborted) {
      await work().catch((error: unknown) => this.#giveUpOrDelay(error));
    }
  }

  /** Delays the next attempt, or gives up if Telegram refuses the settings. */
  async #giveUpOrDelay(error: unknown): Promise<void> {
    const { clock, log } = this.#options;
    if (error instanceof PlatformLost) return this.#giveUp(error);
    if (!isCallFailure(error)) {
      log.error({ err: error }, 'The bot could not connect to Telegram; it tries again');
      return sleepAtMost(clock, RETRY_MS, this.#end.signal);
    }
    const { code } = toTelegramFailure(error);
    if (code === 'bot-token-refused') return this.#giveUp(new PlatformLost(TOKEN_REFUSED));
    // A stop ends the delay, and the attempts.
    const delayMs = code === 'conflict' ? CONFLICT_RETRY_MS : RETRY_MS;
    await sleepAtMost(clock, delayMs, this.#end.signal);
  }

  #giveUp(lost: PlatformLost): void {
    const wasServing = this.isServing;
    // If `start` still waits, it rejects with this.
    this.#end.abort(lost);
    if (wasServing) this.#options.run.onLost(lost.message);
  }
}

function updateTypesFor(me: UserFromGetMe): readonly Exclude<keyof Update, 'update_id'>[] {
  return me.supports_guest_queries === true ? [...UPDATE_TYPES, 'guest_message'] : UPDATE_TYPES;
}

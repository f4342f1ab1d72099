import { webhookCallback } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { type Adapter, PlatformLost } from '../../core/adapter/adapter.ts';
import type { FileLimits } from '../../core/adapter/file-access.ts';
import type { ReceiveRequest, ReplyTarget } from '../../core/adapter/request.ts';
import type { FindSuggestions } from '../../core/adapter/suggestions.ts';
import { sleepAtMost } from '../../core/clock.ts';
import type { FileReference } from '../../core/options.ts';
import { type Principal, personIdOf } from '../../core/principal.ts';
import { timeLimited, untilAborted } from '../../core/promises.ts';
import type { ShownReply } from '../../core/reply.ts';
import { Delivery } from '../delivery/delivery.ts';
import { Greetings } from '../reading/greetings.ts';
import { createBot, POLL_SECONDS, type TelegramBot, type TelegramOptions } from './api/bot.ts';
import { isCallFailure, logFailedCall, toTelegramFailure } from './api/errors.ts';
import { BotApiServer } from './api/server.ts';
import { CommandLists } from './commands.ts';
import { Albums } from './events/albums.ts';
import { Inline } from './events/inline.ts';
import { createMiddleware } from './events/middleware.ts';
import { createSubmit } from './events/request.ts';
import { GUIDE } from './guide.ts';
import { TelegramFiles } from './received-files.ts';
import type { TelegramMessage } from './render.ts';
import { SavedCommands } from './saved-commands.ts';
import { messageName, PLATFORM, type TelegramPlace, type TelegramTarget } from './target.ts';
import { TelegramTransport } from './transport.ts';

/** Delay between attempts to connect. */
const RETRY_MS = 10_000;
/** Between calls that find out whether Telegram works, if no polls do. */
const ASK_MS = 60_000;
/** Delay after another process polled the updates. At a failover that was its last poll. */
const CONFLICT_RETRY_MS = 500;
/**
 * Time limit for the end of polling. Telegram delivers unconfirmed updates again, and the core
 * recognises those that it has stored.
 */
const STOP_MS = 5_000;
/** Time limit for one update by the webhook. Telegram delivers it again after a 503. */
const WEBHOOK_MS = 20_000;
const UPDATES = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  'my_chat_member',
] as const;
/** What Telegram says if it may accept the same URL of a webhook later. */
const MAY_WORK_LATER = /resolve host|timed out|connection|network/i;
const TOKEN_REFUSED =
  'Telegram does not accept TELEGRAM_TOKEN. Ask @BotFather for the token of this bot, and set it';

/**
 * Telegram as a platform.
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
export class TelegramAdapter implements Adapter {
  readonly platform = PLATFORM;
  readonly guide = GUIDE;
  readonly #options: TelegramOptions;
  readonly #telegram: TelegramBot;
  readonly #savedCommands: SavedCommands;
  readonly #greetings: Greetings;
  readonly #server: BotApiServer;
  readonly #lists: CommandLists;
  readonly #files: TelegramFiles;
  readonly #delivery: Delivery<TelegramPlace, TelegramMessage>;
  readonly #webhookSecret: string;
  /** Aborted when it is stopped, or with a PlatformLost as the reason. */
  readonly #end = new AbortController();
  #wasConnected = false;
  #polling: Promise<void> | undefined;

  constructor(options: TelegramOptions) {
    const { store, sayFor, clock, log } = options;
    this.#options = options;
    this.#telegram = createBot(options);
    const { api } = this.#telegram.bot;
    this.#savedCommands = new SavedCommands(store, log);
    this.#greetings = new Greetings(clock);
    this.#server = new BotApiServer(api, options);
    this.#lists = new CommandLists(api, this.#server, options);
    this.#files = new TelegramFiles(api, options);
    const transport = new TelegramTransport({
      telegram: this.#telegram,
      savedCommands: this.#savedCommands,
      server: this.#server,
      sayFor,
      log,
    });
    this.#delivery = new Delivery({ transport, store, sayFor, clock, log });
    this.#webhookSecret = store.secretFor('telegram webhook');
    this.#mountWebhook();
  }

  /**
   * Retries while Telegram cannot be reached. Rejects with a `PlatformLost` if it refuses the
   * settings.
   */
  async start(receive: ReceiveRequest, suggest: FindSuggestions): Promise<void> {
    const { log, webhookUrl } = this.#options;
    const { bot } = this.#telegram;
    this.#listen(receive, suggest);
    await untilAborted(this.#connectWithRetries(), this.#end.signal);
    this.#wasConnected = true;
    this.#lists.register(bot.botInfo.id);
    if (webhookUrl === undefined) this.#polling = this.#repeatUntilEnd(() => this.#poll());
    else void this.#repeatUntilEnd(() => this.#askLater());
    const arrival =
      webhookUrl === undefined ? 'are fetched by long polling' : 'come by the webhook';
    log.info({ bot: bot.botInfo.username }, `Connected to Telegram; updates ${arrival}`);
  }

  connected(): boolean {
    return this.#isServing && this.#telegram.isReached();
  }

  async reopen(target: ReplyTarget, newer?: ReplyTarget) {
    return this.#delivery.reopen(target, newer);
  }

  messageNameOf(target: ReplyTarget): string | undefined {
    // Only this adapter makes the targets of its requests.
    const { place, message } = target as TelegramTarget;
    return message && messageName(place, message.id);
  }

  readFile(file: FileReference, limits: FileLimits): Promise<Uint8Array> {
    return this.#files.read(file, limits);
  }

  async forget(requester: Principal): Promise<void> {
    const id = personIdOf(requester, PLATFORM);
    if (id !== undefined) await this.#savedCommands.forget(Number(id));
  }

  notify(admin: Principal, reply: ShownReply): Promise<boolean> {
    return this.#delivery.notify(admin, reply);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    const endPolling = async (): Promise<void> => {
      // grammY calls Telegram once more, to confirm the received updates.
      await this.#telegram.bot.stop().catch((error: unknown) => {
        const message = 'Telegram will deliver the latest updates again';
        logFailedCall(this.#options.log, error, { level: 'debug', message });
      });
      await this.#polling;
    };
    await timeLimited({ ms: STOP_MS }, endPolling);
  }

  get #isServing(): boolean {
    return this.#wasConnected && !this.#end.signal.aborted;
  }

  #listen(receive: ReceiveRequest, suggest: FindSuggestions): void {
    const { commands, store, sayFor, clock, log } = this.#options;
    const openReply = (target: TelegramTarget) => this.#delivery.open(target);
    const submit = createSubmit(receive, openReply);
    const stopped = this.#end.signal;
    const albums = new Albums({ messages: store.messages, submit, clock, log, stopped });
    albums.resume();
    const middleware = createMiddleware({
      commands,
      savedCommands: this.#savedCommands,
      questions: this.#delivery.questions,
      greetings: this.#greetings,
      albums,
      inline: new Inline({
        commands,
        savedCommands: this.#savedCommands,
        sayFor,
        suggest,
        log,
      }),
      submit,
      openReply,
      clock,
      log,
    });
    this.#telegram.bot.use(middleware);
  }

  #mountWebhook(): void {
    const { webhookUrl, run, clock, log } = this.#options;
    if (webhookUrl === undefined) return;
    const handle = webhookCallback(this.#telegram.bot, 'std/http', {
      secretToken: this.#webhookSecret,
      // After its own time limit grammY leaves a failure unhandled, which would end the process.
      timeoutMilliseconds: Number.POSITIVE_INFINITY,
    });
    run.mount(new URL(webhookUrl).pathname, async (request) => {
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      if (!this.#isServing) return new Response(null, { status: 503 });
      const handled = timeLimited({ ms: WEBHOOK_MS, clock }, () => handle(request));
      const response = await handled.catch((error: unknown) => {
        // The store reports its failures itself, and may refuse many updates.
        log.debug({ err: error }, 'Telegram will deliver updates again that were not persisted');
        return undefined;
      });
      return response ?? new Response(null, { status: 503 });
    });
  }

  async #connect(): Promise<void> {
    const { bot } = this.#telegram;
    const { webhookUrl } = this.#options;
    const me = await bot.api.getMe();
    if (webhookUrl !== undefined) await this.#setWebhook(webhookUrl, me);
    await this.#server.learnVersion();
    bot.botInfo = me;
  }

  /** Called at each start, since the secret may have changed and Telegram does not show it. */
  async #setWebhook(url: string, me: UserFromGetMe): Promise<void> {
    try {
      await this.#telegram.bot.api.setWebhook(url, {
        secret_token: this.#webhookSecret,
        allowed_updates: allowedFor(me),
      });
    } catch (error) {
      const { code, message } = toTelegramFailure(error);
      if (code !== 'rejected') throw error;
      if (!MAY_WORK_LATER.test(message)) {
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
   * refuses the token, or works again.
   */
  async #askLater(): Promise<void> {
    const { signal } = this.#end;
    await sleepAtMost(this.#options.clock, ASK_MS, signal);
    if (!signal.aborted) await this.#telegram.bot.api.getMe();
  }

  /**
   * grammY throws if the token is refused, or if another process or a webhook takes the updates.
   */
  #poll(): Promise<void> {
    const { bot } = this.#telegram;
    return bot.start({ allowed_updates: allowedFor(bot.botInfo), timeout: POLL_SECONDS });
  }

  async #connectWithRetries(): Promise<void> {
    while (!this.#telegram.bot.isInited() && !this.#end.signal.aborted) {
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
    const wasServing = this.#isServing;
    this.#end.abort(lost);
    if (wasServing) this.#options.run.onLost(lost.message);
  }
}

function allowedFor(me: UserFromGetMe): readonly Exclude<keyof Update, 'update_id'>[] {
  return me.supports_guest_queries === true ? [...UPDATES, 'guest_message'] : UPDATES;
}

import { BotError, webhookCallback } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { Adapter } from '../../core/adapter.ts';
import { within } from '../../core/async/promises.ts';
import { createReadFile } from './attachments.ts';
import { createBot, NotPersisted, POLL_SECONDS, type TelegramOptions } from './bot.ts';
import { createCommands } from './commands.ts';
import { createDeliver } from './deliver.ts';
import { faultOf } from './errors.ts';
import { createKeptAsks } from './inline.ts';
import { createMiddleware } from './middleware.ts';
import { createQuestions } from './questions.ts';
import { messageAt, PLATFORM, readTarget, UNKNOWN_LOCALE, userOf } from './target.ts';

/** Pause between attempts to connect, and before updates are taken again that another process took. */
const AGAIN_MS = 10_000;
/** Time limit for the end of polling; what is not confirmed by then is recognised as a repeat. */
const STOP_MS = 5_000;
/** Telegram delivers an update again that is not answered in time. */
const WEBHOOK_MS = 20_000;
/** `chosen_inline_result` arrives if inline feedback is enabled. */
const UPDATES = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  'chosen_inline_result',
] as const;

/**
 * Telegram as a platform. `start` retries until Telegram can be reached or the adapter is stopped; if the token is refused, it
 * calls `onFatal` and resolves.
 */
export function createTelegramAdapter(options: TelegramOptions): Adapter {
  const { clock, log, webhook, onFatal } = options;
  const telegram = createBot(options);
  const { bot, patient } = telegram;
  const asks = createKeptAsks(options.memory);
  const questions = createQuestions(options.memory);
  const commands = createCommands(patient, options);
  const { isEphemeralOffered } = commands;
  const openReply = createDeliver(options, { telegram, questions, asks, isEphemeralOffered });
  const stopped = new AbortController();
  let isServing = false;
  let polling: Promise<void> | undefined;

  if (webhook !== undefined) {
    const { url, secret: secretToken } = webhook;
    const handle = webhookCallback(bot, 'std/http', { secretToken, timeoutMilliseconds: WEBHOOK_MS });
    webhook.mount(new URL(url).pathname, async (request) => {
      if (!isServing) return new Response(null, { status: 503 });
      try {
        const response = await handle(request);
        if (response.status === 401) log.warn(WRONG_SECRET);
        return response;
      } catch (error) {
        return new Response(null, { status: statusAfter(error) });
      }
    });
  }
  const fatal = (reason: string): void => {
    stopped.abort();
    onFatal(reason);
  };
  const pause = () => clock.sleep(AGAIN_MS, stopped.signal).catch(() => undefined);
  const callOnce = async (): Promise<UserFromGetMe> => {
    const me = await bot.api.getMe();
    if (webhook === undefined) return me;
    const { url, secret: secret_token } = webhook;
    await bot.api.setWebhook(url, { secret_token, allowed_updates: allowedFor(me) });
    return me;
  };
  /** Tries until it works; resolves with undefined if it never can, or the adapter is stopped. */
  const connect = async (): Promise<UserFromGetMe | undefined> => {
    while (!stopped.signal.aborted) {
      try {
        return await callOnce();
      } catch (error) {
        const { kind, message } = faultOf(error);
        if (kind === 'unauthorized') fatal(TOKEN_REFUSED);
        else if (kind === 'refused') fatal(`Telegram does not accept TELEGRAM_WEBHOOK_URL: ${message}`);
        else await pause();
      }
    }
    return undefined;
  };
  const poll = async (me: UserFromGetMe): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        await bot.start({ allowed_updates: allowedFor(me), timeout: POLL_SECONDS });
      } catch (error) {
        // grammY throws if the token is refused, or if another process or a webhook takes the updates.
        if (faultOf(error).kind === 'unauthorized') fatal(TOKEN_REFUSED);
        else await pause();
      }
    }
  };

  return {
    platform: PLATFORM,
    surface: 'chat',
    start: async (receive, suggest) => {
      bot.use(createMiddleware(options, { asks, questions, commands, openReply, receive, suggest }));
      const me = await connect();
      if (me === undefined) return;
      bot.botInfo = me;
      isServing = true;
      void commands.register();
      if (webhook === undefined) polling = poll(me);
      log.info({ bot: me.username }, webhook === undefined ? POLLS : CALLED);
    },
    connected: () => isServing && !stopped.signal.aborted && telegram.isReached(),
    reopen: async (stored) => {
      const target = readTarget(stored);
      return target && openReply(target);
    },
    standsAt: (target) => messageAt(readTarget(target)),
    readFile: createReadFile(patient, options),
    forget: async (requester) => {
      const user = userOf(requester);
      if (user !== undefined) await asks.forget(user);
    },
    notify: async (admin, reply) => {
      const user = userOf(admin);
      if (user === undefined) return false;
      const show = openReply({ kind: PLATFORM, where: 'chat', chat: user, user, locale: UNKNOWN_LOCALE });
      return show(reply, { last: true }).then(
        () => true,
        () => false,
      );
    },
    stop: async () => {
      isServing = false;
      stopped.abort();
      const end = async (): Promise<void> => {
        // It calls Telegram once more, to confirm what was taken.
        await bot.stop().catch(() => undefined);
        await polling;
      };
      await within({ ms: STOP_MS, late: () => undefined }, end);
    },
  };
}

const POLLS = 'Connected to Telegram; updates are fetched by long polling';
const CALLED = 'Connected to Telegram; updates come by the webhook';
const TOKEN_REFUSED =
  'Telegram does not accept TELEGRAM_TOKEN. Ask @BotFather for the token of this bot, and set it';
const WRONG_SECRET =
  'The webhook was called without its secret. If no updates come at all, two bots share one address, or the proxy drops the header X-Telegram-Bot-Api-Secret-Token';

function allowedFor(me: UserFromGetMe): readonly Exclude<keyof Update, 'update_id'>[] {
  return me.supports_guest_queries === true ? [...UPDATES, 'guest_message'] : UPDATES;
}

/** The status for a delivery that failed; with 5xx Telegram delivers it again. */
function statusAfter(error: unknown): number {
  if (!(error instanceof BotError)) return error instanceof SyntaxError ? 400 : 503;
  return error.error instanceof NotPersisted ? 503 : 200;
}

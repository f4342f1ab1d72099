import { type Api, webhookCallback } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { type Adapter, FileUnreadable } from '../../core/adapter.ts';
import { untilAborted, within } from '../../core/async/promises.ts';
import { Delivery } from '../delivery/delivery.ts';
import { Questions } from '../delivery/questions.ts';
import { download } from '../http.ts';
import { createBot, faultOf, POLL_SECONDS, type TelegramOptions } from './bot.ts';
import { createCommandLists } from './commands.ts';
import { createInline, createSavedCommands } from './inline.ts';
import { createMiddleware } from './middleware.ts';
import { createAlbums } from './read-message.ts';
import { createSubmit } from './submit.ts';
import { messageNameOf, PLATFORM, type TelegramTarget, userOf } from './target.ts';
import { TelegramTransport } from './transport.ts';

/** Pause between attempts to connect. */
const RETRY_MS = 10_000;
/** Pause after another process polled the updates: at a failover it does that for the last time. */
const CONFLICT_RETRY_MS = 500;
/** Time limit for the end of polling. Telegram delivers unconfirmed updates again, and they are recognised. */
const STOP_MS = 5_000;
/** Telegram delivers an update again that is not answered in time. */
const WEBHOOK_MS = 20_000;
const UPDATES = ['message', 'edited_message', 'callback_query', 'inline_query'] as const;
const TOKEN_REFUSED =
  'Telegram does not accept TELEGRAM_TOKEN. Ask @BotFather for the token of this bot, and set it';

/**
 * Telegram as a platform. `start` retries until Telegram can be reached or the adapter is stopped; if the token is refused, it
 * calls `onFatal` and resolves.
 */
export function createTelegramAdapter(options: TelegramOptions): Adapter {
  const { commands, textCommand, startCommand, messages, hash, sayIn, webhookUrl, clock, log } =
    options;
  const telegram = createBot(options);
  const { bot } = telegram;
  const savedCommands = createSavedCommands(messages, hash);
  const questions = new Questions({ platform: PLATFORM, messages, hash });
  const lists = createCommandLists(bot.api, options);
  const { isEphemeralOffered } = lists;
  const transport = new TelegramTransport({ telegram, savedCommands, isEphemeralOffered, sayIn });
  const delivery = new Delivery({ transport, questions, sayIn, clock, log });
  const openReply = delivery.open.bind(delivery);
  const stopped = new AbortController();
  let isServing = false;
  let polling: Promise<void> | undefined;

  const secretToken = options.secretFor('telegram webhook');
  if (webhookUrl !== undefined) {
    const handle = webhookCallback(bot, 'std/http', {
      secretToken,
      timeoutMilliseconds: WEBHOOK_MS,
    });
    options.mount(new URL(webhookUrl).pathname, async (request) => {
      if (!isServing) return new Response(null, { status: 503 });
      // What could not be persisted is delivered again.
      return handle(request).catch(() => new Response(null, { status: 503 }));
    });
  }
  const fatal = (reason: string): void => {
    stopped.abort();
    options.onFatal(reason);
  };
  /** Pauses before the next attempt, or gives up if the token is refused. */
  const giveUpOrPause = async (error: unknown): Promise<void> => {
    const { kind, message } = faultOf(error);
    if (kind === 'unauthorized') fatal(TOKEN_REFUSED);
    else if (kind === 'refused' && webhookUrl !== undefined)
      fatal(`Telegram does not accept TELEGRAM_WEBHOOK_URL: ${message}`);
    else {
      const pauseMs = kind === 'conflict' ? CONFLICT_RETRY_MS : RETRY_MS;
      await clock.sleep(pauseMs, stopped.signal).catch(() => undefined);
    }
  };
  const connect = async (): Promise<void> => {
    const me = await bot.api.getMe();
    if (webhookUrl !== undefined) {
      // At each start: Telegram does not show the secret, which may have changed.
      const other = { secret_token: secretToken, allowed_updates: allowedFor(me) };
      await bot.api.setWebhook(webhookUrl, other);
    }
    bot.botInfo = me;
  };
  // grammY throws if the token is refused, or if another process or a webhook takes the updates.
  const poll = (): Promise<void> =>
    bot.start({ allowed_updates: allowedFor(bot.botInfo), timeout: POLL_SECONDS });
  const untilDone = async (work: () => Promise<void>, isDone: () => boolean): Promise<void> => {
    while (!isDone() && !stopped.signal.aborted) await work().catch(giveUpOrPause);
  };

  return {
    platform: PLATFORM,
    surface: 'chat',
    start: async (receive, suggest) => {
      const submit = createSubmit(receive, openReply);
      const albums = createAlbums(messages, submit, { clock, log }, stopped.signal);
      const inline = createInline(textCommand.command, sayIn, savedCommands, suggest);
      const parts = { savedCommands, questions, albums, inline, submit, openReply, clock, log };
      const { registerForAdmin } = lists;
      const names = { commands, textCommand: textCommand.command, startCommand };
      bot.use(createMiddleware({ ...names, ...parts, registerForAdmin }));
      await untilDone(connect, () => bot.isInited());
      if (stopped.signal.aborted) return;
      isServing = true;
      void lists.register(bot.botInfo.id);
      if (webhookUrl === undefined) polling = untilDone(poll, () => false);
      const how = webhookUrl === undefined ? 'are fetched by long polling' : 'come by the webhook';
      log.info({ bot: bot.botInfo.username }, `Connected to Telegram; updates ${how}`);
    },
    connected: () => isServing && !stopped.signal.aborted && telegram.isReached(),
    reopen: async (target, newer) => delivery.reopen(target, newer),
    // Only this adapter makes the targets of its requests.
    messageNameOf: (target) => messageNameOf(target as TelegramTarget),
    readFile: createReadFile(bot.api, options),
    forget: async (requester) => {
      const user = userOf(requester);
      if (user !== undefined) await savedCommands.forget(user);
    },
    notify: (admin, reply) => delivery.notify(admin, reply),
    stop: async () => {
      isServing = false;
      stopped.abort();
      const end = async (): Promise<void> => {
        // It calls Telegram once more, to confirm the received updates.
        await bot.stop().catch(() => undefined);
        await polling;
      };
      await within({ ms: STOP_MS, late: () => undefined }, end);
    },
  };
}

function allowedFor(me: UserFromGetMe): readonly Exclude<keyof Update, 'update_id'>[] {
  return me.supports_guest_queries === true ? [...UPDATES, 'guest_message'] : UPDATES;
}

/** Downloads what people sent, by file id. The address contains the token, so no error names it. */
function createReadFile(
  api: Pick<Api, 'getFile'>,
  { token, apiUrl, proxy }: TelegramOptions,
): Adapter['readFile'] {
  return async ({ location }, limits) => {
    const { signal } = limits;
    signal.throwIfAborted();
    try {
      const file = await untilAborted(api.getFile(location), signal);
      const path = `${apiUrl}/file/bot${token}/${file.file_path}`;
      return await download(new URL(path), { limits, proxy });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FileUnreadable) throw error;
      const { kind, message } = faultOf(error);
      // Bot API, getFile: "The maximum file size to download is 20 MB".
      const why = /file is too big/i.test(message)
        ? 'too-large'
        : kind === 'refused'
          ? 'gone'
          : 'failed';
      throw new FileUnreadable(why, message);
    }
  };
}

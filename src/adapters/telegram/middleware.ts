import { type CallbackQueryContext, Composer, type Context } from 'grammy';
import type { Message } from 'grammy/types';
import type { Ask, Receipt, Receive, Request, Show, Suggest } from '../../core/adapter.ts';
import type { Principal } from '../../core/requester.ts';
import { findImeis } from '../../imei/find.ts';
import { asking, type CommandAsk, HAS_NUMBER } from '../command-ask.ts';
import { askAbout, askOf, ifThereIsSomething, textOf, withoutMention } from './addressed.ts';
import { createAlbums } from './albums.ts';
import { NotPersisted, type TelegramOptions } from './bot.ts';
import { answerPress, pressedAt, showPressed, targetOfPress } from './buttons.ts';
import type { Commands } from './commands.ts';
import { createInline, type KeptAsks } from './inline.ts';
import type { Questions } from './questions.ts';
import { PRESS_DATA } from './render.ts';
import {
  type ChatTarget,
  chatPrincipal,
  messageAt,
  PLATFORM,
  requestId,
  type Target,
  threadOf,
  UNKNOWN_LOCALE,
  userPrincipal,
  visibilityAt,
  whoIs,
} from './target.ts';

/** The parameter of `/start` with which the bot itself links to the private chat. */
const KEPT_LINK = /^ask-([\w-]{43})$/;
/** The same from anywhere: a number. */
const NUMBER_LINK = /^[\d_-]+$/;

/** What {@link createMiddleware} works with. */
export interface MiddlewareParts {
  readonly asks: KeptAsks;
  readonly questions: Questions;
  readonly commands: Pick<Commands, 'greet'>;
  readonly openReply: (target: Target) => Show;
  readonly receive: Receive;
  readonly suggest: Suggest;
}

/**
 * All that people do. Each handler resolves when the request is persisted, so that Telegram is told to forget the update only
 * then, and throws `NotPersisted` if that fails. No handler waits for a reply: the next update waits for it.
 */
export function createMiddleware(options: TelegramOptions, parts: MiddlewareParts): Composer<Context> {
  const { textCommand, startCommand, clock, log, sayIn } = options;
  const { asks, questions, commands, openReply, receive } = parts;
  const composer = new Composer();

  const hand = async (request: Request, show: Show): Promise<void> => {
    const receipt = await new Promise<Receipt>((resolve, reject) => {
      // What is being shown is persisted, or is a refusal, which needs no persistence.
      const shown: Show = (...state) => {
        resolve('persisted');
        return show(...state);
      };
      receive(request, shown).then(resolve, reject);
    });
    if (receipt !== 'persisted') throw new NotPersisted();
  };
  const albums = createAlbums(options.memory, options, (request) =>
    hand(request, openReply(request.target as Target)),
  );
  void albums.resume().catch((error) => log.warn({ err: error }, 'Open albums could not be read'));

  const targetFor = (message: Message, ask: CommandAsk): Target => {
    const { from, sender_chat, chat, message_id, edit_date = 0, ephemeral_message_id: behind } = message;
    const locale = from?.language_code ?? UNKNOWN_LOCALE;
    const at = { kind: PLATFORM, locale, chat: chat.id, ...threadOf(message) } as const;
    // Anonymous admins and channels post as a chat; the user Telegram names for them is always the same.
    const user = sender_chat === undefined ? from?.id : undefined;
    if (behind !== undefined && user !== undefined)
      return { ...at, where: 'ephemeral', user, behind: { message: behind }, ...againFor(ask) };
    const question = questions.describe(message_id, textOf(message), edit_date);
    return {
      ...at,
      where: 'chat',
      ...(user !== undefined && { user }),
      ...(user !== undefined && chat.type !== 'private' && ask.name !== textCommand && againFor(ask)),
      ...(behind === undefined && { replyTo: message_id, question }),
    };
  };
  const againFor = ({ name, options }: CommandAsk): Pick<ChatTarget, 'again'> => {
    const text =
      name === textCommand && options.kind === 'text'
        ? findImeis(options.text)
            .found.map(({ imei }) => imei)
            .join(' ')
        : '';
    return text === '' && name === textCommand ? {} : { again: { name, text } };
  };
  const requestFor = (updateId: number, message: Message, ask: CommandAsk): Request => {
    const target = targetFor(message, ask);
    return {
      ...{ id: requestId(updateId), ask, requester: requesterOf(message), target },
      ...{
        scopes: [chatPrincipal(message.chat.id)],
        locale: target.locale,
        visibility: visibilityAt(target),
      },
    };
  };
  const take = async ({ update }: Context, message: Message, ask: CommandAsk | undefined): Promise<void> => {
    if (ask === undefined) return;
    const { chat, from } = message;
    // A person has written in private, so that the bot may write to them.
    if (chat.type === 'private' && from !== undefined) commands.greet(from.id);
    const request = requestFor(update.update_id, message, ask);
    const target = request.target as Target;
    if (target.where === 'chat') questions.ask(target);
    await hand(request, openReply(target));
  };

  const said = composer.filter(({ msg, me }) => msg !== undefined && isFromPerson(msg, me.id));
  said
    .on('message')
    .filter(({ msg }) => msg.media_group_id !== undefined)
    .use(async ({ msg, me, update }) => {
      const ask = askOf(msg, { me, textCommand });
      if (ask !== undefined || albums.isOpen(msg))
        await albums
          .add(msg, () => requestFor(update.update_id, msg, ask ?? asking(textCommand, '')))
          .catch(() => {
            throw new NotPersisted();
          });
    });
  said.command('start', async (ctx) => {
    const [, kept] = KEPT_LINK.exec(ctx.match) ?? [];
    const linked = kept === undefined ? undefined : await asks.find(kept);
    if (linked !== undefined && linked.owner === ctx.from?.id && ctx.chat.type === 'private')
      await take(ctx, ctx.msg, asking(linked.name, linked.text));
    else if (NUMBER_LINK.test(ctx.match) && HAS_NUMBER.test(ctx.match))
      await take(ctx, ctx.msg, asking(textCommand, ctx.match.replaceAll('_', ' ')));
    else await take(ctx, ctx.msg, asking(startCommand, ''));
  });
  for (const { name } of options.commands) {
    said.command(name, async (ctx) => {
      const ask = name === textCommand ? askAbout(ctx.match, ctx.msg, options) : asking(name, ctx.match);
      await take(ctx, ctx.msg, ask);
    });
  }
  said.on(
    [
      ...([
        'message:text',
        'message:caption',
        'message:file',
        'message:contact',
        'message:location',
      ] as const),
      ...(['message:poll', 'message:dice', 'message:story'] as const),
    ],
    (ctx) => take(ctx, ctx.msg, askOf(ctx.msg, { me: ctx.me, textCommand })),
  );
  said.on(['edited_message:text', 'edited_message:caption'], async (ctx) => {
    const ask = ifThereIsSomething(askOf(ctx.msg, { me: ctx.me, textCommand }));
    if (ask === undefined) return;
    const question = questions.describe(ctx.msg.message_id, textOf(ctx.msg), ctx.msg.edit_date);
    if (await questions.isNew(ctx.chat.id, question)) await take(ctx, ctx.msg, ask);
  });

  const press = async (ctx: CallbackQueryContext<Context>, ask: Ask, mode = 'h'): Promise<void> => {
    const { callbackQuery: query } = ctx;
    const pressed = pressedAt(query);
    if (pressed === undefined) return;
    const on = messageAt(pressed);
    const target = targetOfPress(pressed, mode, query.id);
    const request: Request = {
      id: requestId(ctx.update.update_id),
      ask: ask.kind === 'press' && on !== undefined ? { ...ask, on } : ask,
      requester: userPrincipal(query.from.id),
      scopes: query.message === undefined ? [] : [chatPrincipal(query.message.chat.id)],
      ...{ locale: target.locale, visibility: visibilityAt(target), target },
    };
    await hand(request, showPressed(ctx, target, openReply(target), clock));
  };
  composer.callbackQuery(PRESS_DATA, (ctx) => {
    const [, mode, token = ''] = ctx.match;
    return press(ctx, { kind: 'press', token }, mode);
  });
  composer.callbackQuery(/^c([\w-]+)$/, async (ctx) => {
    const { inline_message_id: inline, from } = ctx.callbackQuery;
    const kept = await asks.find(ctx.match[1] ?? '');
    if (kept !== undefined && kept.owner !== from.id) {
      void answerPress(ctx, sayIn(whoIs(from).locale)('telegram.notYourButton'));
      return;
    }
    const isTheirs = inline !== undefined && kept !== undefined && (await asks.claim(inline, kept.owner));
    await press(ctx, isTheirs ? asking(kept.name, kept.text) : TOO_OLD);
  });
  composer.on('callback_query:data', (ctx) => press(ctx as CallbackQueryContext<Context>, TOO_OLD));

  const inline = createInline({ ...options, ...parts });
  /** Not worth persisting, and not waited for: the next key press asks again. */
  const forget = (work: Promise<void>): void => {
    work.catch((error) => log.debug({ err: error }, 'An inline query could not be answered'));
  };
  composer.inlineQuery(/^/, (ctx) => forget(inline.answerQuery(ctx, ctx.inlineQuery)));
  composer.on('chosen_inline_result', async ({ chosenInlineResult: { inline_message_id, from } }) => {
    if (inline_message_id !== undefined) await asks.posted(inline_message_id, from.id);
  });
  composer.on('guest_message', (ctx) => {
    const { guestMessage: message, me } = ctx;
    const { options: asked } = askAbout(
      withoutMention(textOf(message), { me }) ?? textOf(message),
      message,
      options,
    );
    if (asked.kind === 'text' && message.from !== undefined && !message.from.is_bot)
      forget(inline.answerGuest(ctx, asked.text, message.from));
  });
  return composer;
}

/** The core answers that the button is too old. */
const TOO_OLD = { kind: 'press', token: '' } as const;

/** Bots must not talk to each other, and a message posted through this bot asks nothing new. */
function isFromPerson({ from, sender_chat, via_bot }: Message, me: number): boolean {
  return via_bot?.id !== me && from !== undefined && (!from.is_bot || sender_chat !== undefined);
}

function requesterOf({ from, sender_chat, chat }: Message): Principal {
  if (sender_chat !== undefined || from === undefined) return chatPrincipal(sender_chat?.id ?? chat.id);
  return userPrincipal(from.id);
}

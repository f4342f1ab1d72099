import { type CallbackQueryContext, Composer, type Context } from 'grammy';
import type { Message } from 'grammy/types';
import type { Ask, Receipt, Receive, Request, Show, Suggest } from '../../core/adapter.ts';
import type { Principal } from '../../core/requester.ts';
import { findImeis } from '../../imei/find.ts';
import { asking, type CommandAsk, HAS_NUMBER } from '../command-ask.ts';
import type { Questions } from '../questions.ts';
import { askAbout, askOf, ifThereIsSomething, textOf, withoutMention } from './addressed.ts';
import { createAlbums } from './albums.ts';
import { NotPersisted, type TelegramOptions } from './bot.ts';
import { answerPress, pressedAt, showPressed, targetOfPress } from './buttons.ts';
import type { Commands } from './commands.ts';
import { createInline, type KeptAsks } from './inline.ts';
import { PRESS_DATA } from './render.ts';
import {
  type ChatTarget,
  chatPrincipal,
  messageAt,
  PLATFORM,
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
/** The core answers that the button is too old. */
const TOO_OLD = { kind: 'press', token: '' } as const;

/** What {@link createMiddleware} works with. */
interface MiddlewareParts {
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
  const { asks, questions, commands, openReply, receive, suggest } = parts;
  const composer = new Composer();

  const hand = async (request: Request, show = openReply(request.target as Target)): Promise<void> => {
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
  const albums = createAlbums(options, hand);

  /** What is asked again in private: what everybody may read is not, but for the numbers that the asker alone saw. */
  const againFor = ({ name, options: asked }: CommandAsk, isAlone: boolean): Pick<ChatTarget, 'again'> => {
    if (name !== textCommand) return { again: { name, text: '' } };
    const imeis = isAlone && asked.kind === 'text' ? findImeis(asked.text).found : [];
    return imeis.length === 0 ? {} : { again: { name, text: imeis.map(({ imei }) => imei).join(' ') } };
  };
  const questionOf = (message: Message) =>
    questions.describe(`${message.chat.id}:${message.message_id}`, textOf(message), message.edit_date ?? 0);
  const targetFor = (message: Message, ask: CommandAsk): Target => {
    const { from, sender_chat, chat, message_id, ephemeral_message_id: behind } = message;
    const locale = from?.language_code ?? UNKNOWN_LOCALE;
    const at = { kind: PLATFORM, locale, chat: chat.id, ...threadOf(message) } as const;
    // Anonymous admins and channels post as a chat; the user Telegram names for them is always the same.
    const user = sender_chat === undefined ? from?.id : undefined;
    if (user === undefined && behind !== undefined) return { ...at, where: 'chat' };
    const again = chat.type === 'private' ? {} : againFor(ask, behind !== undefined);
    if (user !== undefined && behind !== undefined)
      return { ...at, ...again, user, where: 'ephemeral', behind: { message: behind } };
    const question = questionOf(message);
    const whose = user === undefined ? {} : { user, ...again };
    return { ...at, ...whose, where: 'chat', replyTo: message_id, question };
  };
  const requestFor = ({ update }: Context, message: Message, ask: CommandAsk): Request => {
    const target = targetFor(message, ask);
    return requestOf(update.update_id, ask, requesterOf(message), message.chat.id, target);
  };
  const take = async (ctx: Context, message: Message, ask: CommandAsk | undefined): Promise<void> => {
    if (ask === undefined) return;
    const { chat, from } = message;
    // A person has written in private, so that the bot may write to them.
    if (chat.type === 'private' && from !== undefined) void commands.greet(from.id);
    const request = requestFor(ctx, message, ask);
    const target = request.target as Target;
    if (target.where === 'chat' && target.question !== undefined) questions.ask(target.question);
    await hand(request);
  };

  const said = composer.filter(({ msg, me }) => msg !== undefined && isFromPerson(msg, me.id));
  const album = said.on('message').filter(({ msg }) => msg.media_group_id !== undefined);
  album.use(async (ctx) => {
    const ask = askOf(ctx.msg, ctx.me, textCommand);
    if (ask === undefined && !albums.isOpen(ctx.msg)) return;
    const first = () => requestFor(ctx, ctx.msg, ask ?? asking(textCommand, ''));
    await albums.add(ctx.msg, first);
  });
  said.command('start', async (ctx) => {
    const [, name] = KEPT_LINK.exec(ctx.match) ?? [];
    const kept = name === undefined ? undefined : await asks.find(name);
    const isNumber = NUMBER_LINK.test(ctx.match) && HAS_NUMBER.test(ctx.match);
    if (kept?.owner === ctx.from?.id && kept !== undefined && ctx.chat.type === 'private')
      await take(ctx, ctx.msg, asking(kept.name, kept.text));
    else if (isNumber) await take(ctx, ctx.msg, asking(textCommand, ctx.match.replaceAll('_', ' ')));
    else await take(ctx, ctx.msg, asking(startCommand, ''));
  });
  for (const { name } of options.commands) {
    said.command(name, (ctx) => {
      const isText = name === textCommand;
      return take(ctx, ctx.msg, isText ? askAbout(ctx.match, ctx.msg, name) : asking(name, ctx.match));
    });
  }
  said.on(['message:text', 'message:caption', 'message:file'], (ctx) =>
    take(ctx, ctx.msg, askOf(ctx.msg, ctx.me, textCommand)),
  );
  said.on(['edited_message:text', 'edited_message:caption'], async (ctx) => {
    const { msg, me } = ctx;
    const ask = ifThereIsSomething(askOf(msg, me, textCommand));
    if (ask !== undefined && (await questions.isNew(questionOf(msg)))) await take(ctx, msg, ask);
  });

  const press = async (ctx: CallbackQueryContext<Context>, ask: Ask, mode = 'h'): Promise<void> => {
    const { callbackQuery: query, update, chatId } = ctx;
    const pressed = pressedAt(query);
    if (pressed === undefined) return;
    const on = messageAt(pressed);
    const target = targetOfPress(pressed, mode, query.id);
    const asked = ask.kind === 'press' && on !== undefined ? { ...ask, on } : ask;
    const request = requestOf(update.update_id, asked, userPrincipal(query.from.id), chatId, target);
    await hand(request, showPressed(ctx, target, openReply(target), clock));
  };
  composer.callbackQuery(PRESS_DATA, (ctx) => {
    const [, mode, token = ''] = ctx.match;
    return press(ctx, { kind: 'press', token }, mode);
  });
  composer.callbackQuery(/^c([\w-]+)$/, async (ctx) => {
    const { inline_message_id: inline, from } = ctx.callbackQuery;
    const kept = await asks.find(ctx.match[1] ?? '');
    if (kept !== undefined && kept.owner !== from.id)
      return void answerPress(ctx, sayIn(whoIs(from).locale)('telegram.notYourButton'));
    const isTheirs = inline !== undefined && kept !== undefined && (await asks.claim(inline, kept.owner));
    await press(ctx, isTheirs ? asking(kept.name, kept.text) : TOO_OLD);
  });
  composer.callbackQuery(/^/, (ctx) => press(ctx, TOO_OLD));

  const inline = createInline(options, asks, suggest);
  /** Not worth persisting, and not waited for: the next key press asks again. */
  const forget = (work: Promise<void>): void => {
    work.catch((error) => log.debug({ err: error }, 'An inline query could not be answered'));
  };
  composer.inlineQuery(/^/, (ctx) => forget(inline.answerQuery(ctx, ctx.inlineQuery)));
  composer.on('guest_message', (ctx) => {
    const { guestMessage: message, me } = ctx;
    const text = textOf(message);
    const { options: asked } = askAbout(withoutMention(text, me) ?? text, message, textCommand);
    if (asked.kind === 'text' && message.from?.is_bot === false)
      forget(inline.answerGuest(ctx, asked.text, message.from));
  });
  return composer;
}

function requestOf(
  updateId: number,
  ask: Ask,
  requester: Principal,
  chat: number | undefined,
  target: Target,
): Request {
  const scopes = chat === undefined ? [] : [chatPrincipal(chat)];
  const { locale } = target;
  const id = `${PLATFORM}:update:${updateId}`;
  return { id, ask, requester, scopes, locale, visibility: visibilityAt(target), target };
}

/** Bots must not talk to each other, and a message posted through this bot asks nothing new. */
function isFromPerson({ from, sender_chat, via_bot }: Message, me: number): boolean {
  return via_bot?.id !== me && from !== undefined && (!from.is_bot || sender_chat !== undefined);
}

function requesterOf({ from, sender_chat, chat }: Message): Principal {
  if (sender_chat !== undefined || from === undefined) return chatPrincipal(sender_chat?.id ?? chat.id);
  return userPrincipal(from.id);
}

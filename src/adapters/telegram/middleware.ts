import { type CallbackQueryContext, type CommandContext, Composer, type Context } from 'grammy';
import type { Message, User } from 'grammy/types';
import type { Input, Principal, Receipt, Receive, Request, Show } from '../../core/adapter.ts';
import type { Clock } from '../../core/clock.ts';
import type { Command } from '../../core/command.ts';
import { findImeis } from '../../imei/find.ts';
import type { Log } from '../../ops/log/log.ts';
import { type CommandInput, commandInput, HAS_NUMBER, type Questions } from '../questions.ts';
import { isNotice } from '../shown-reply.ts';
import { NotPersisted } from './bot.ts';
import type { Inline, SavedCommands } from './inline.ts';
import type { Albums } from './read-message.ts';
import { hasNumberOrFile, readMessage, readText, textOf, withoutMention } from './read-message.ts';
import { PRESS_DATA, renderAlert } from './render.ts';
import {
  messageAt,
  PLATFORM,
  pressedAt,
  principalOf,
  type Target,
  targetOfPress,
  threadOf,
  UNKNOWN_LOCALE,
  visibilityAt,
} from './target.ts';

/** The parameter of `/start` in a link from anywhere, with spaces for its underscores: a number. */
const NUMBER_LINK = /^[\d -]+$/;
/** A refusal that comes within this time is shown as the answer to the press; then the button stops waiting. */
const GRACE_MS = 500;
/** Longer, since Telegram may not take what is sent to the presser alone once the press is answered. */
const GRACE_ALONE_MS = 10_000;
/** Bot API: the text of a pop-up has at most 200 characters. */
const MAX_ALERT_UNITS = 200;

/** Marks a press among the commands behind links. */
const PRESS = 'press';

type MessageContext = Context & { readonly msg: Message };

export type Submit = ReturnType<typeof createSubmit>;

/** Passes requests on. Each call resolves once its request is persisted, and rejects with `NotPersisted` if that fails. */
export function createSubmit(receive: Receive, openReply: (target: Target) => Show) {
  return async (request: Request, show = openReply(request.target as Target)): Promise<void> => {
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
}

/**
 * All that people do. Each handler resolves when the request is persisted, so that the update is confirmed only
 * then, and throws `NotPersisted` if that fails. No handler waits for a reply: the next update waits for it.
 */
export function createMiddleware(options: {
  readonly commands: readonly Command[];
  /** The names of the command for texts and files, and of the one for newcomers. */
  readonly textCommand: string;
  readonly startCommand: string;
  readonly savedCommands: SavedCommands;
  readonly questions: Questions;
  readonly albums: Albums;
  readonly inline: Inline;
  readonly submit: Submit;
  readonly openReply: (target: Target) => Show;
  readonly registerForAdmin: (user: User) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}): Composer<Context> {
  const {
    textCommand,
    startCommand,
    savedCommands,
    questions,
    albums,
    inline,
    submit,
    clock,
    log,
  } = options;
  const composer = new Composer();

  const questionOf = (message: Message) =>
    questions.describe(
      `${message.chat.id}:${message.message_id}`,
      textOf(message),
      message.edit_date ?? 0,
    );
  /** The command behind a link to the private chat. Its numbers are only stored if the asker alone saw them. */
  const privateCommandFor = ({ name, options: given }: CommandInput, isAlone: boolean) => {
    if (name !== textCommand) return { privateCommand: { name, text: '' } };
    const imeis = isAlone && given.kind === 'text' ? findImeis(given.text).found : [];
    if (imeis.length === 0) return {};
    return { privateCommand: { name, text: imeis.map(({ imei }) => imei).join(' ') } };
  };
  const targetFor = (message: Message, input: CommandInput): Target => {
    const { from, sender_chat, chat, message_id, ephemeral_message_id: alone } = message;
    const locale = from?.language_code ?? UNKNOWN_LOCALE;
    const at = { kind: PLATFORM, locale, chat: chat.id, ...threadOf(message) } as const;
    // Anonymous admins and channels post as a chat; the user Telegram names for them is always the same.
    const user = sender_chat === undefined ? from?.id : undefined;
    const linked = chat.type === 'private' ? {} : privateCommandFor(input, alone !== undefined);
    if (alone !== undefined && user !== undefined)
      return { ...at, ...linked, user, where: 'ephemeral', trigger: { message: alone } };
    const inChat = { ...at, ...linked, where: 'chat', replyTo: message_id } as const;
    return { ...inChat, ...(user !== undefined && { user }), question: questionOf(message) };
  };
  const requestFor = ({ update, msg }: MessageContext, input: CommandInput): Request =>
    requestOf(update.update_id, input, requesterOf(msg), msg.chat.id, targetFor(msg, input));
  const handleInput = async (
    ctx: MessageContext,
    input: CommandInput | undefined,
  ): Promise<void> => {
    if (input === undefined) return;
    if (ctx.msg.chat.type === 'private' && ctx.from !== undefined)
      void options.registerForAdmin(ctx.from);
    const request = requestFor(ctx, input);
    const target = request.target as Target;
    if (target.where === 'chat' && target.question !== undefined)
      questions.remember(target.question);
    await submit(request);
  };

  const messages = composer.filter(({ msg, me }) => msg !== undefined && isFromPerson(msg, me.id));
  const start = async (ctx: CommandContext<Context>): Promise<void> => {
    const saved = await savedCommands.find(ctx.match);
    const number = ctx.match.replaceAll('_', ' ');
    if (saved !== undefined && saved.owner === ctx.from?.id && ctx.chat.type === 'private') {
      const [token = '', on = ''] = saved.text.split(' ');
      const request = requestFor(ctx, commandInput(saved.name, saved.text));
      await submit(
        saved.name === PRESS ? { ...request, input: { kind: 'press', token, on } } : request,
      );
    } else if (NUMBER_LINK.test(number) && HAS_NUMBER.test(number))
      await handleInput(ctx, commandInput(textCommand, number));
    else await handleInput(ctx, commandInput(startCommand, ''));
  };
  // Few handlers, since grammY calls each of them for every update.
  messages.command(['start', ...options.commands.map(({ name }) => name)], (ctx) => {
    const [, name = startCommand] = /^\/(\w+)/.exec(textOf(ctx.msg)) ?? [];
    if (name === 'start') return start(ctx);
    const { match } = ctx;
    const isText = name === textCommand;
    return handleInput(
      ctx,
      isText ? readText(match, ctx.msg, textCommand) : commandInput(name, match),
    );
  });
  const edits = ['edited_message:text', 'edited_message:caption'] as const;
  messages.on([':text', ':caption', ':file', ':contact', ':location', ...edits], async (ctx) => {
    const { msg, me, editedMessage: isEdited } = ctx;
    const input = readMessage(msg, me, textCommand);
    const isAlbum = msg.media_group_id !== undefined;
    if (isEdited) {
      // Of an album, Telegram only delivers the picture whose words were edited: the answer is about all of them.
      if (isAlbum || input === undefined || !hasNumberOrFile(input)) return;
      if (await questions.isNew(questionOf(msg))) await handleInput(ctx, input);
    } else if (!isAlbum) await handleInput(ctx, input);
    else if (input !== undefined || albums.isOpen(msg))
      await albums.add(msg, () => requestFor(ctx, input ?? commandInput(textCommand, '')));
  });

  /**
   * Shows what a press leads to. An early notice ("this button is for somebody else") becomes a pop-up, so that it neither
   * replaces the pressed reply nor appears in the group.
   */
  const showPressed = (ctx: Context, target: Target): Show => {
    const show = options.openReply(target);
    const isAlone = target.where === 'ephemeral';
    let isAnswered = false;
    /** Ends the button's waiting state, and may show a pop-up to the presser. */
    const answer = (alert?: string): void => {
      cancelGrace();
      if (isAnswered) return;
      isAnswered = true;
      // A press from before a restart can no longer be answered; a lost answer only leaves the button waiting.
      ctx.answerCallbackQuery(alert && { text: alert, show_alert: true }).catch(() => undefined);
    };
    const cancelGrace = clock.later(isAlone ? GRACE_ALONE_MS : GRACE_MS, () => answer());
    return async (reply, state) => {
      const alert = renderAlert(reply);
      if (state.last && !isAnswered && isNotice(reply) && alert.length <= MAX_ALERT_UNITS) {
        answer(alert);
        return target;
      }
      if (!isAlone) answer();
      return show(reply, state).finally(() => answer());
    };
  };
  const press = async (
    ctx: CallbackQueryContext<Context>,
    token: string,
    mode = 'h',
  ): Promise<void> => {
    const { callbackQuery: query, update, chatId } = ctx;
    const pressed = pressedAt(query);
    if (pressed === undefined) return;
    const on = messageAt(pressed);
    const at = targetOfPress(pressed, mode, query.id);
    const privateCommand = { name: PRESS, text: `${token} ${on}` };
    const target = at.where === 'ephemeral' ? { ...at, privateCommand } : at;
    const input: Input = { kind: 'press', token, ...(on !== undefined && { on }) };
    const request = requestOf(
      update.update_id,
      input,
      principalOf('user', query.from.id),
      chatId,
      target,
    );
    await submit(request, showPressed(ctx, target));
  };
  composer.callbackQuery(/^/, (ctx) => {
    // Without a token the core answers that the button is too old.
    const [, mode, token = ''] = PRESS_DATA.exec(ctx.callbackQuery.data) ?? [];
    return press(ctx, token, mode);
  });

  // Neither persisted nor awaited: the next key press repeats it.
  const ignore = (error: unknown): void =>
    log.debug({ err: error }, 'An inline query could not be answered');
  composer.inlineQuery(/^/, (ctx) => void inline.answerQuery(ctx, ctx.inlineQuery).catch(ignore));
  composer.on('guest_message', (ctx) => {
    const { guestMessage: message, me } = ctx;
    const text = textOf(message);
    const { options: given } = readText(withoutMention(text, me) ?? text, message, textCommand);
    if (given.kind === 'text' && message.from?.is_bot === false)
      void inline.answerGuest(ctx, given.text, message.from).catch(ignore);
  });
  return composer;
}

function requestOf(
  updateId: number,
  input: Input,
  requester: Principal,
  chat: number | undefined,
  target: Target,
): Request {
  const scopes = chat === undefined ? [] : [principalOf('chat', chat)];
  const { locale } = target;
  const id = `${PLATFORM}:update:${updateId}`;
  return { id, input, requester, scopes, locale, visibility: visibilityAt(target), target };
}

/** Bots must not talk to each other, and a message posted through this bot needs no answer. */
function isFromPerson({ from, sender_chat, via_bot }: Message, me: number): boolean {
  return via_bot?.id !== me && from !== undefined && (!from.is_bot || sender_chat !== undefined);
}

function requesterOf({ from, sender_chat, chat }: Message): Principal {
  if (sender_chat !== undefined || from === undefined)
    return principalOf('chat', sender_chat?.id ?? chat.id);
  return principalOf('user', from.id);
}

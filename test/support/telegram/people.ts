import type { Message, MessageEntity, Update, User } from 'grammy/types';
import type { ShownMessage } from './chats.ts';
import { BOT, type TelegramServer } from './server.ts';

/** Where something is said: a private chat by default. */
export interface Saying {
  /** The id of a group. */
  readonly group?: number;
  readonly thread?: number;
  readonly replyTo?: ShownMessage;
  /**
   * Only the bot sees it: a command that is registered as ephemeral, or a reply to an ephemeral
   * message.
   */
  readonly ephemeral?: boolean;
  readonly parts?: Partial<Message>;
}

export type Person = ReturnType<typeof createPerson>;

let queries = 0;
/** The time of every edit: Telegram gives it in seconds, and people edit twice in a second. */
const EDITED_AT = 1;

interface PersonSettings {
  readonly id: number;
  readonly language?: string;
  readonly name?: string;
  /** Whether the bot sees in groups only what is meant for it. */
  readonly privacy?: boolean;
}

/** A person who uses Telegram. */
export function createPerson(
  { chats, updates, files, ephemerals }: TelegramServer,
  { id, language = 'en-GB', name = `P${id}`, privacy = true }: PersonSettings,
) {
  const from: User = { id, is_bot: false, first_name: name, language_code: language };
  const said = new Map<number, Message>();
  // Telegram's types have fields that nobody reads here.
  const push = (update: object): void => updates.push(update as Omit<Update, 'update_id'>);

  const messageFor = (shown: ShownMessage, { group, thread, replyTo, parts }: Saying): Message => {
    const message = {
      message_id: shown.id,
      date: 1,
      from,
      chat:
        group === undefined
          ? { id, type: 'private', first_name: from.first_name }
          : { id: group, type: 'supergroup', title: 'Group' },
      ...(parts?.caption === undefined && { text: shown.text }),
      ...entitiesIn(shown.text),
      ...(thread !== undefined && { message_thread_id: thread, is_topic_message: true }),
      ...(replyTo !== undefined && { reply_to_message: repliedIn(replyTo) }),
      ...parts,
    };
    return message as Message;
  };
  const pressed = (parts: Partial<NonNullable<Update['callback_query']>>): void => {
    queries += 1;
    if (parts.message !== undefined) {
      ephemerals.press(`press-${queries}`, id, parts.message.chat.id);
    }
    push({ callback_query: { id: `press-${queries}`, from, chat_instance: '1', ...parts } });
  };
  const say = (text: string, where: Saying = {}): ShownMessage => {
    const chat = where.group ?? id;
    if (where.group === undefined) chats.started.add(id);
    if (where.ephemeral === true) {
      const ephemeral_message_id = ephemerals.receive(id, chat);
      const shown = { id: 0, chat, only: id, fromBot: false, text, entities: [], keyboard: [] };
      const parts = { ...where.parts, message_id: 0, ephemeral_message_id };
      push({ message: messageFor(shown, { ...where, parts }) });
      return shown;
    }
    const shown = chats.add({ chat, fromBot: false, text, thread: where.thread });
    const message = messageFor(shown, where);
    said.set(shown.id, message);
    if (where.group === undefined || !privacy || isForBot(message)) push({ message });
    return shown;
  };
  return {
    id,
    /** Opens the private chat, so that the bot may write there. */
    begin: (): void => {
      chats.started.add(id);
    },
    /** Says something. The bot does not get what privacy mode keeps from it. */
    say,
    /** Sends a file as a document, perhaps with words below it. */
    sendFile: (
      { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
      { caption, ...where }: Saying & { readonly caption?: string } = {},
    ): ShownMessage => {
      const file_id = `file_${files.size + 1}`;
      files.set(file_id, bytes);
      const document = {
        file_id,
        file_unique_id: file_id,
        file_name: name,
        file_size: bytes.byteLength,
      };
      // Commands in captions are only among `caption_entities`.
      const noText = { text: undefined, entities: undefined };
      const parts = {
        document,
        ...noText,
        ...(caption !== undefined && { caption }),
        ...where.parts,
      };
      return say(caption ?? '', { ...where, parts: parts as Partial<Message> });
    },
    /** Changes what was said. */
    edit: (shown: ShownMessage, text: string, parts: Partial<Message> = {}): void => {
      shown.text = text;
      const before = said.get(shown.id);
      const edited = { ...before, text, ...entitiesIn(text), edit_date: EDITED_AT, ...parts };
      push({ edited_message: edited });
    },
    /** Presses a button of a message, by its label. */
    press: (message: ShownMessage, label: string): void =>
      pressed({
        data: dataOf(message, label),
        message: {
          ...(message.only === undefined
            ? { message_id: message.id }
            : { message_id: 0, ephemeral_message_id: message.id }),
          date: 1,
          from: BOT,
          chat: { id: message.chat, type: message.chat > 0 ? 'private' : 'supergroup' },
          ...(message.thread !== undefined && {
            message_thread_id: message.thread,
            is_topic_message: true,
          }),
        } as never,
      }),
    /** Adds the bot to a group. */
    addTo: (group: number): void =>
      push({
        my_chat_member: {
          chat: { id: group, type: 'supergroup', title: 'Group' },
          from,
          date: 1,
          old_chat_member: { status: 'left', user: BOT },
          new_chat_member: { status: 'member', user: BOT },
        },
      }),
    /** Types behind the bot's name, which is an inline query. Returns its id. */
    type: (text: string): string => {
      queries += 1;
      push({ inline_query: { id: `inline-${queries}`, from, query: text, offset: '' } });
      return `inline-${queries}`;
    },
    /** Says something to the bot in a chat it is not in. */
    saysAsGuest: (text: string, query: string): void => {
      const message = messageFor(
        { id: 1, chat: -5, fromBot: false, text, entities: [], keyboard: [] },
        { group: -5 },
      );
      push({ guest_message: { ...message, guest_query_id: query } });
    },
  };
}

function dataOf({ keyboard, text }: ShownMessage, label: string): string {
  const button = keyboard.flat().find((key) => key.text === label);
  if (button === undefined || !('callback_data' in button)) {
    throw new Error(`no button ${label} in: ${text}`);
  }
  return button.callback_data;
}

function entitiesIn(text: string): { entities?: MessageEntity[] } {
  const kinds = [
    ['bot_command', /(?<![\w/])\/\w{1,64}(?:@\w+)?(?!\w)/g],
    ['mention', /(?<![\w/])@\w+/g],
  ] as const;
  const found = kinds.flatMap(([type, pattern]) =>
    [...text.matchAll(pattern)].map(
      (match): MessageEntity => ({ type, offset: match.index, length: match[0].length }),
    ),
  );
  return found.length > 0 ? { entities: found } : {};
}

function repliedIn({ id, chat, fromBot, text, entities, keyboard }: ShownMessage): unknown {
  return {
    message_id: id,
    date: 1,
    chat: { id: chat, type: 'supergroup' },
    from: fromBot ? BOT : { id: 999, is_bot: false, first_name: 'Someone' },
    text,
    entities,
    ...(keyboard.length > 0 && { reply_markup: { inline_keyboard: keyboard } }),
  };
}

/** What privacy mode lets through: commands, mentions of the bot, replies to it. */
function isForBot({ caption = '', text = caption, reply_to_message: replied }: Message): boolean {
  return text.startsWith('/') || text.includes(`@${BOT.username}`) || replied?.from?.id === BOT.id;
}

import type { InlineKeyboardButton } from 'grammy/types';
import { type Entity, EntityError, parseHtml, selfMadeEntities } from './html.ts';

export const MAX_TEXT_UNITS = 4_096;
const MAX_CAPTION_UNITS = 1_024;
export const MAX_CALLBACK_BYTES = 64;

/** A refusal of the Bot API. */
export class Refusal extends Error {
  readonly code: number;
  readonly parameters: Readonly<Record<string, number>> | undefined;

  constructor(code: number, message: string, parameters?: Readonly<Record<string, number>>) {
    super(message);
    this.code = code;
    this.parameters = parameters;
  }
}

/** A message as people see it. */
export interface ShownMessage {
  readonly id: number;
  readonly chat: number;
  readonly fromBot: boolean;
  readonly thread?: number | undefined;
  readonly replyTo?: number | undefined;
  /** The only reader of the message in a group. */
  readonly only?: number;
  text: string;
  entities: readonly Entity[];
  keyboard: readonly (readonly InlineKeyboardButton[])[];
  readonly file?: { readonly name: string; readonly content: string; readonly photo: boolean };
}

export type Payload = Readonly<Record<string, unknown>>;

interface ReplyParameters {
  readonly message_id?: number;
  readonly allow_sending_without_reply?: boolean;
}

/** The chats of a small Telegram: who accepts messages, and the messages. */
export function createChats() {
  const messages: ShownMessage[] = [];
  const inline = new Map<string, ShownMessage>();
  /** Users who have written to the bot in private. */
  const started = new Set<number>();
  const groups = new Set<number>();
  let nextId = 100;

  const checkReachable = (chat: number): void => {
    if (groups.has(chat) || started.has(chat)) return;
    throw chat > 0
      ? new Refusal(403, "Forbidden: bot can't initiate conversation with a user")
      : new Refusal(400, 'Bad Request: chat not found');
  };
  const repliedTo = (chat: number, { reply_parameters: reply }: Payload): number | undefined => {
    if (reply === undefined) return undefined;
    const { message_id, allow_sending_without_reply } = reply as ReplyParameters;
    if (messages.some((message) => message.chat === chat && message.id === message_id)) {
      return message_id;
    }
    if (allow_sending_without_reply === true && message_id !== undefined) return undefined;
    throw new Refusal(400, 'Bad Request: message to be replied not found');
  };
  return {
    messages: messages as readonly ShownMessage[],
    inline: inline as ReadonlyMap<string, ShownMessage>,
    started,
    groups,
    add: (message: Omit<ShownMessage, 'id' | 'entities' | 'keyboard'>): ShownMessage => {
      const made = { ...message, id: nextId++, entities: [], keyboard: [] };
      messages.push(made);
      return made;
    },
    remove: (message: ShownMessage): void => {
      messages.splice(messages.indexOf(message), 1);
    },
    send: (payload: Payload, file?: ShownMessage['file']): ShownMessage => {
      const chat = Number(payload.chat_id);
      checkReachable(chat);
      const thread =
        payload.message_thread_id === undefined ? undefined : Number(payload.message_thread_id);
      const content =
        file === undefined ? contentOf(payload, payload.text, MAX_TEXT_UNITS) : captionOf(payload);
      const made = {
        id: nextId++,
        chat,
        fromBot: true,
        thread,
        replyTo: repliedTo(chat, payload),
        ...content,
        ...(file !== undefined && { file }),
      };
      messages.push(made);
      return made;
    },
    edit: (payload: Payload): ShownMessage => {
      const chatId = Number(payload.chat_id);
      const message = messages.find(
        ({ id, chat }) => id === Number(payload.message_id) && chat === chatId,
      );
      checkReachable(chatId);
      if (message === undefined) throw new Refusal(400, 'Bad Request: message to edit not found');
      if (!message.fromBot) throw new Refusal(400, "Bad Request: message can't be edited");
      const content = contentOf(payload, payload.text, MAX_TEXT_UNITS);
      const { text, entities, keyboard } = message;
      if (JSON.stringify(content) === JSON.stringify({ text, entities, keyboard })) {
        throw new Refusal(
          400,
          'Bad Request: message is not modified: specified new message content and …',
        );
      }
      return Object.assign(message, content);
    },
    addInline: (id: string, payload: Payload): void => {
      const content = contentOf(payload, payload.message_text, MAX_TEXT_UNITS);
      inline.set(id, { id: nextId++, chat: 0, fromBot: true, ...content });
    },
  };
}

function captionOf(payload: Payload) {
  return payload.caption === undefined
    ? { text: '', entities: [], keyboard: [] }
    : contentOf(payload, payload.caption, MAX_CAPTION_UNITS);
}

export function contentOf({ parse_mode, reply_markup }: Payload, given: unknown, most: number) {
  const parsed =
    parse_mode === 'HTML' ? parse(String(given)) : { text: String(given), entities: [] };
  const text = parsed.text.trimEnd();
  if (text.trim() === '') throw new Refusal(400, 'Bad Request: message text is empty');
  if (text.length > most) throw new Refusal(400, 'Bad Request: message is too long');
  return {
    text,
    entities: [...parsed.entities, ...selfMadeEntities(parsed)],
    keyboard: keyboardOf(reply_markup),
  };
}

function parse(html: string): ReturnType<typeof parseHtml> {
  try {
    return parseHtml(html);
  } catch (error) {
    if (error instanceof EntityError) throw new Refusal(400, `Bad Request: ${error.message}`);
    throw error;
  }
}

function keyboardOf(markup: unknown): ShownMessage['keyboard'] {
  if (typeof markup !== 'object' || markup === null || !('inline_keyboard' in markup)) return [];
  const rows = markup.inline_keyboard as InlineKeyboardButton[][];
  for (const button of rows.flat()) {
    if (button.text.trim() === '') {
      throw new Refusal(400, 'Bad Request: text buttons are unallowed in the inline keyboard');
    }
    if ('callback_data' in button && Buffer.byteLength(button.callback_data) > MAX_CALLBACK_BYTES) {
      throw new Refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
    }
    // core.telegram.org/bots/api#copytextbutton: "1-256 characters"
    if (
      'copy_text' in button &&
      (button.copy_text.text === '' || button.copy_text.text.length > 256)
    ) {
      throw new Refusal(400, 'Bad Request: BUTTON_COPY_TEXT_INVALID');
    }
  }
  return rows;
}

import type { Message, UserFromGetMe } from 'grammy/types';
import type { FileReference } from '../../../core/command/command-options.ts';
import {
  copiedNumbers,
  type PlainMessage,
  type RepliedMessage,
  type SentFile,
} from '../../reading/plain-message.ts';
import { readButtonData } from '../button-data.ts';

/** `/imei@imei_bot`: a command with the name of the bot that it is for. */
const COMMAND_WITH_NAME = /^\s*(\/\w{1,64})@(\w+)/;

type Me = Pick<UserFromGetMe, 'id' | 'username'>;
/** The files of a message, or of a message in another chat that it replies to. */
type WithFile = Pick<Message, 'document' | 'animation' | 'photo'>;

export function toPlainMessage(message: Message, me: Me): PlainMessage {
  const text = messageText(message);
  const isShared = !isReadByBotAlone(message);
  const repliedTo = toRepliedMessage(message, me);
  const [start = '', command = '', name] = COMMAND_WITH_NAME.exec(text) ?? [];
  const isOurCommand = isName(name, me);
  const mentioned = isOurCommand ? undefined : withoutMention(text, me);
  // In a private chat a command with a wrong name is for this bot as well.
  const isCommand = isOurCommand || (name !== undefined && !isShared);
  const words = isCommand ? command + text.slice(start.length) : (mentioned ?? text);
  const isNamed = isOurCommand || mentioned !== undefined;
  const addressedByReply = repliedTo?.isOurs === true ? 'reply' : undefined;
  return {
    words,
    file: sentFileIn(message),
    isShared,
    addressedBy: isNamed ? 'name' : addressedByReply,
    repliedTo,
  };
}

function toRepliedMessage(message: Message, me: Me): RepliedMessage | undefined {
  const { reply_to_message: replied, external_reply: external, quote } = message;
  // All messages of a topic are replies to its first message, which does not count.
  if (replied === undefined || replied.forum_topic_created !== undefined) {
    // From a message in another chat, Telegram only shows the file and the quote.
    const shown = { words: quote?.text ?? '', file: sentFileIn(external ?? {}), tokens: [] };
    return external && { isOurs: false, isUnreadable: false, ...shown };
  }
  const isOurs = replied.from?.id === me.id;
  return {
    isOurs,
    isUnreadable: false,
    words: isOurs ? numbersOfOurs(replied, quote?.text) : (quote?.text ?? messageText(replied)),
    file: sentFileIn(replied),
    tokens: isOurs ? tokensOf(replied) : [],
  };
}

/** The numbers that a message of the bot is about: those that a tap copies. */
function numbersOfOurs(ours: Omit<Message, 'reply_to_message'>, quoted?: string): string {
  const text = messageText(ours);
  const codes = (ours.entities ?? ours.caption_entities ?? [])
    .filter(({ type }) => type === 'code')
    .map(({ offset, length }) => text.slice(offset, offset + length));
  return copiedNumbers(codes.filter((code) => quoted === undefined || quoted.includes(code)));
}

/** The tokens of the buttons below a message of the bot. */
function tokensOf({ reply_markup: markup }: Pick<Message, 'reply_markup'>): readonly string[] {
  const buttons = markup?.inline_keyboard.flat() ?? [];
  return buttons.flatMap((button) =>
    'callback_data' in button ? (readButtonData(button.callback_data)?.token ?? []) : [],
  );
}

export function messageText({
  text,
  caption,
  checklist,
}: Omit<Message, 'reply_to_message'>): string {
  if (checklist === undefined) return text ?? caption ?? '';
  return [checklist.title, ...checklist.tasks.map((task) => task.text)].join('\n');
}

/** The file of a message if it can contain IMEIs; undefined if it has none. */
export function fileIn(message: WithFile): FileReference | undefined {
  return sentFileIn(message)?.reference;
}

function sentFileIn({ document, animation, photo = [] }: WithFile): SentFile | undefined {
  // Telegram also describes an animation as a document.
  if (animation !== undefined) return undefined;
  // A photo has several sizes, the largest at last. Telegram converts every photo to JPEG.
  const largest = photo.at(-1);
  const file = document ?? (largest && { ...largest, file_name: 'photo.jpg' });
  if (file === undefined) return undefined;
  const { file_id: location, file_name: name = 'file', file_size: size } = file;
  const reference = { name, location };
  // The `file_id` of a file may change.
  const identity = file.file_unique_id;
  return { reference: size === undefined ? reference : { ...reference, size }, identity };
}

function isReadByBotAlone({ chat, ephemeral_message_id: ephemeral }: Message): boolean {
  return chat.type === 'private' || ephemeral !== undefined;
}

function isName(name: string | undefined, { username }: Me): boolean {
  return name?.toLowerCase() === username.toLowerCase();
}

/** The text without the mention of the bot; undefined if there is none. */
function withoutMention(text: string, { username }: Me): string | undefined {
  const mention = new RegExp(`(?<![\\w/@])@${username}(?!\\w)`, 'i');
  return mention.test(text) ? text.replace(mention, ' ').trim() : undefined;
}

import type { APIMessage, Message } from 'discord.js';
import type { Request } from '../../core/adapter.ts';
import type { FileReference } from '../../core/options.ts';
import { typedPress } from '../../format/words/typed-press.ts';
import { isAboutAnswer, isTalk } from '../../format/words/understood.ts';
import {
  type CommandInput,
  commandInput,
  HAS_DIGIT,
  HAS_NUMBER,
  topicInput,
} from '../command-input.ts';
import type { Question, Questions } from '../delivery/questions.ts';
import { UNKNOWN_LOCALE } from '../delivery/target.ts';
import type { Greetings } from '../greetings.ts';
import type { DiscordOptions } from './client.ts';
import { askedTextOf, buttonTokensOf, cleaned, firstFileOf, messageText } from './contents.ts';
import { type DiscordTarget, PLATFORM, scopesOf } from './target.ts';

/** Discord reports an old edit again when the message is pinned. */
const MAX_EDIT_AGE_MS = 5 * 60_000;
/** What reading a message uses. */
interface MessageContext
  extends Pick<DiscordOptions, 'clock' | 'commands' | 'textCommand' | 'startCommand'> {
  readonly greetings: Greetings;
  /** The languages of people; a message does not contain them. */
  readonly locales: { get(user: string): string | undefined };
  readonly questions: Questions;
  /** The message that one replies to, by the id of the reply. */
  readonly repliedTo: Pick<Map<string, APIMessage>, 'get'>;
}

/**
 * Reads a new or edited message; undefined if it is not for the bot, or an edit did not change what
 * it asks.
 */
export async function readMessage(
  message: Message,
  context: MessageContext,
): Promise<(Request & { readonly target: DiscordTarget }) | undefined> {
  const { questions, textCommand } = context;
  const { id, author, channel, channelId, editedTimestamp: editedAt } = message;
  if (!isMeant(message)) return undefined;
  const asksNothing = editedAt === null ? undefined : commandInput(textCommand.command, '');
  const input = inputOf(message, context) ?? asksNothing;
  if (input === undefined) return undefined;
  // The signature in the URL of a file changes with each event.
  const compared = JSON.stringify(input.options, (key, value) =>
    key === 'location' ? value.split('?')[0] : value,
  );
  const question = questions.describe(id, compared, editedAt ?? 0);
  // What asks nothing any more stops its answer if that is under way. Another one stays.
  const stop = question.digits === '' ? questions.stopOf(id) : undefined;
  if (stop === undefined) {
    if (editedAt !== null && !(await isNewQuestion(question, context))) return undefined;
    questions.remember(question);
  }
  const isDirect = channel.isDMBased();
  const user = author.id;
  const requestId = [PLATFORM, 'message', id, ...(editedAt === null ? [] : [editedAt])].join(':');
  const locale = context.locales.get(user) ?? UNKNOWN_LOCALE;
  const place = { where: 'channel', channel: channelId, user, isDirect, replyTo: id } as const;
  return {
    id: requestId,
    input: stop === undefined ? input : { kind: 'press', token: stop.token },
    locale,
    requester: `${PLATFORM}:user:${user}`,
    scopes: scopesOf(message),
    visibility: isDirect ? 'private' : 'shared',
    repliedButtons: repliedButtons(message, context),
    target: { kind: PLATFORM, request: requestId, locale, place, question },
  };
}

function isNewQuestion(
  question: Question,
  { questions, clock }: MessageContext,
): Promise<boolean> | false {
  const isOld = clock.now() - question.editedAt > MAX_EDIT_AGE_MS;
  return !isOld && question.digits !== '' && questions.isNew(question);
}

/**
 * Whether a message is for the bot: a direct message, or on a server a mention or a reply with a
 * ping. A mention of everyone or of a role does not count.
 */
function isMeant({ author, webhookId, system, mentions, channel, client }: Message): boolean {
  // Discord also writes messages ("somebody pinned a message"), and sends only parts of some edited
  // ones.
  if (!author || author.bot || author.system || webhookId || system !== false) return false;
  return channel.isDMBased() || mentions.users.has(client.user.id);
}

/**
 * The input of a message: of any direct message, but on a server only if it has a number, a file or
 * a command, or names a button of what it replies to: people also talk about the bot ("thanks!").
 */
function inputOf(message: Message, context: MessageContext): CommandInput | undefined {
  const { commands, repliedTo } = context;
  const { command } = context.textCommand;
  const isDirect = message.channel.isDMBased();
  const text = cleaned(messageText(message, { written: true }));
  const file = firstFileOf(message);
  const [, typed = '', rest = ''] = /^\/([a-z]{1,32})(?:\s+([\s\S]*))?$/iu.exec(text) ?? [];
  const name = typed.toLowerCase();
  // For an unknown command the reply suggests the nearest one, unless there is a number.
  const isForBotAlone = name !== '' && isDirect && file === undefined;
  if (isForBotAlone || commands.some((known) => known.name === name))
    return commandInput(name, rest, name === command ? file : undefined);
  // On a server the number in that answer is masked, so that only its button can find it.
  const tokens = file === undefined && !isDirect ? repliedButtons(message, context) : [];
  if (typedPress(text, tokens ?? []) !== undefined) return commandInput(command, text);
  const asked = withRepliedTo({ text, file }, message.client.user.id, repliedTo.get(message.id));
  const isForBot = isDirect || asked.file !== undefined || HAS_DIGIT.test(asked.text);
  if (isForBot) return commandInput(command, asked.text, asked.file);
  const { startCommand } = context;
  if (isHidden(message, repliedTo.get(message.id))) return topicInput(startCommand, 'unreadable');
  return takeGreeting(message, text, context) ? topicInput(startCommand, 'greeting') : undefined;
}

/** The tokens of the buttons below the message that this one replies to, if it replies to one. */
function repliedButtons(
  { id, reference }: Message,
  { repliedTo }: MessageContext,
): readonly string[] | undefined {
  return reference === null ? undefined : buttonTokensOf(repliedTo.get(id));
}

/** Whether somebody asks about a message whose contents Discord does not show to the bot. */
function isHidden({ client }: Message, repliedTo: APIMessage | undefined): boolean {
  if (repliedTo === undefined || repliedTo.author.id === client.user.id) return false;
  return messageText(repliedTo) === '' && firstFileOf(repliedTo) === undefined;
}

/**
 * Whether a message only mentions the bot, and its channel is to read what the bot does. If so, it
 * does not read it again for an hour.
 */
function takeGreeting(message: Message, text: string, { greetings }: MessageContext): boolean {
  const { client, content, editedTimestamp, channelId } = message;
  const isMentioned = new RegExp(`<@!?${client.user.id}>`).test(content);
  if (!isMentioned || editedTimestamp !== null || isTalk(text)) return false;
  return greetings.beginGreeting(channelId);
}

/** What a message asks about. */
type Asked = { readonly text: string; readonly file: FileReference | undefined };

/**
 * A reply without a number asks about the message it replies to. One to the bot stands for itself,
 * unless it asks for more of that answer.
 */
function withRepliedTo(
  { text, file }: Asked,
  me: string,
  repliedTo: APIMessage | undefined,
): Asked {
  if (repliedTo === undefined || HAS_NUMBER.test(text)) return { text, file };
  const isOurs = repliedTo.author.id === me;
  if (isOurs && !isAboutAnswer(text)) return { text, file };
  const withContent = `${text}\n${askedTextOf(repliedTo, me)}`.trim();
  return { text: withContent, file: file ?? firstFileOf(repliedTo) };
}

import type { APIAttachment, APIMessage, Attachment, Message, MessageSnapshot } from 'discord.js';
import { type FileLimits, FileUnreadable, type Request } from '../../core/adapter.ts';
import type { FileReference } from '../../core/options.ts';
import { isDetailsRequest, smallTalkIn } from '../../format/words/understood.ts';
import {
  type CommandInput,
  commandInput,
  copiedNumbers,
  HAS_DIGIT,
  HAS_NUMBER,
  topicInput,
} from '../command-input.ts';
import type { Questions } from '../delivery/questions.ts';
import { UNKNOWN_LOCALE } from '../delivery/target.ts';
import { refuseTooLarge } from '../files.ts';
import type { Greetings } from '../greetings.ts';
import { download } from '../http.ts';
import type { DiscordOptions } from './client.ts';
import { type DiscordTarget, PLATFORM, scopesOf } from './target.ts';
import { USER_AGENT } from './user-agent.ts';

/** Mentions, emoji and times as Discord writes them, whose ids look like numbers. */
const MARKUP = /<(?:@[!&]?|#|a?:\w{1,64}:|t:|id:|\/[^<>:]{1,100}:)[\w:+-]{0,40}>/gu;
/** What the bot shows in monospace, so that it can be copied. */
const MONOSPACE = /`([^`\n]+)`/gu;
/** Discord reports an old edit again when the message is pinned. */
const MAX_EDIT_AGE_MS = 5 * 60_000;
/**
 * Most characters that are read of a message: it has 4,000, 6,000 in embeds, and more in what it
 * forwards.
 */
const MAX_LENGTH = 20_000;
/** A message has at most 10 files. */
const MAX_FILES = 10;
/** Discord's hosts for attachments: its documentation, "Signed Attachment CDN URLs". */
const ATTACHMENT_ORIGINS: readonly string[] = [
  'https://cdn.discordapp.com',
  'https://media.discordapp.net',
];

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
 * Reads a new or edited message; undefined if it is not for the bot, or an edit did not change a
 * number.
 */
export async function readMessage(
  message: Message,
  context: MessageContext,
): Promise<(Request & { readonly target: DiscordTarget }) | undefined> {
  const input = isMeant(message) ? inputOf(message, context) : undefined;
  if (input === undefined) return undefined;
  const { questions, clock } = context;
  const { id, author, channel, channelId, editedTimestamp: editedAt } = message;
  // The signature in the URL of a file changes with each event.
  const compared = JSON.stringify(input.options, (key, value) =>
    key === 'location' ? value.split('?')[0] : value,
  );
  const question = questions.describe(id, compared, editedAt ?? 0);
  if (editedAt !== null) {
    const isOld = question.digits === '' || clock.now() - editedAt > MAX_EDIT_AGE_MS;
    if (isOld || !(await questions.isNew(question))) return undefined;
  }
  questions.remember(question);
  const isDirect = channel.isDMBased();
  const user = author.id;
  const request = [PLATFORM, 'message', id, ...(editedAt === null ? [] : [editedAt])].join(':');
  const locale = context.locales.get(user) ?? UNKNOWN_LOCALE;
  const place = { where: 'channel', channel: channelId, user, isDirect, replyTo: id } as const;
  return {
    id: request,
    input,
    locale,
    requester: `${PLATFORM}:user:${user}`,
    scopes: scopesOf(message),
    visibility: isDirect ? 'private' : 'shared',
    target: { kind: PLATFORM, request, locale, place, question },
  };
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
 * a command, since people also talk about the bot ("thanks!").
 */
function inputOf(message: Message, context: MessageContext): CommandInput | undefined {
  const { commands, repliedTo } = context;
  const { command } = context.textCommand;
  const isDirect = message.channel.isDMBased();
  const text = cleaned(textOf(message, { written: true }));
  const file = filesOf(message);
  const [, typed = '', rest = ''] = /^\/([a-z]{1,32})(?:\s+([\s\S]*))?$/iu.exec(text) ?? [];
  const name = typed.toLowerCase();
  // The reply to a mistyped command suggests the nearest one.
  const isMistyped = name !== '' && isDirect && file === undefined && !HAS_DIGIT.test(text);
  if (isMistyped || commands.some((known) => known.name === name))
    return commandInput(name, rest, name === command ? file : undefined);
  const question = withRepliedTo({ text, file }, message.client.user.id, repliedTo.get(message.id));
  const isQuestion = isDirect || question.file !== undefined || HAS_DIGIT.test(question.text);
  if (isQuestion) return commandInput(command, question.text, question.file);
  const { startCommand } = context;
  if (isHidden(message, repliedTo.get(message.id))) return topicInput(startCommand, 'unreadable');
  return isGreetingDue(message, text, context) ? topicInput(startCommand, 'greeting') : undefined;
}

/** Whether somebody asks about a message whose contents Discord does not show to the bot. */
function isHidden({ client }: Message, repliedTo: APIMessage | undefined): boolean {
  if (repliedTo === undefined || repliedTo.author.id === client.user.id) return false;
  return textOf(repliedTo) === '' && filesOf(repliedTo) === undefined;
}

/** Whether a message only mentions the bot, and the channel has not read lately what it does. */
function isGreetingDue(message: Message, text: string, { greetings }: MessageContext): boolean {
  const { client, content, editedTimestamp, channelId } = message;
  const isMentioned = new RegExp(`<@!?${client.user.id}>`).test(content);
  if (!isMentioned || editedTimestamp !== null || smallTalkIn(text) !== undefined) return false;
  return greetings.take(channelId);
}

type Parts = { readonly text: string; readonly file: FileReference | undefined };

/**
 * A reply without a number asks about the message it replies to. One to the bot stands for itself,
 * unless it asks for more of that answer.
 */
function withRepliedTo(
  { text, file }: Parts,
  me: string,
  repliedTo: APIMessage | undefined,
): Parts {
  if (repliedTo === undefined || HAS_NUMBER.test(text)) return { text, file };
  const isOurs = repliedTo.author.id === me;
  if (isOurs && !isDetailsRequest(text)) return { text, file };
  const withContent = `${text}\n${contentFor(repliedTo, me)}`.trim();
  return { text: withContent, file: file ?? filesOf(repliedTo) };
}

/**
 * The text of a message that somebody asks about: of one of the bot's, the numbers that it is
 * about.
 */
export function contentFor(message: AnyMessage, me: string): string {
  const text = textOf(message);
  if (message.author?.id !== me) return cleaned(text);
  return copiedNumbers([...text.matchAll(MONOSPACE)].map(([, copied = '']) => copied));
}

function cleaned(text: string): string {
  return text.replace(MARKUP, ' ').trim();
}

/**
 * The library does not build a message of a server that the bot is not on, nor one that another
 * replies to.
 */
type AnyMessage = Message | APIMessage;

/** What a message shows, and what it forwards. */
function contentsOf(message: AnyMessage) {
  const forwarded =
    'messageSnapshots' in message
      ? [...message.messageSnapshots.values()]
      : (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  return [contentOf(message), ...forwarded.map(contentOf)];
}

function contentOf(message: Message | MessageSnapshot | Partial<APIMessage>) {
  const { content = '', embeds = [], components = [], attachments = [] } = message;
  const raw = (part: object) =>
    'toJSON' in part && typeof part.toJSON === 'function' ? part.toJSON() : part;
  return {
    content,
    parts: [...embeds, ...components].map(raw),
    files: [...attachments.values()].map(fileOf),
  };
}

/** An attachment in the core's form. */
export function fileOf(file: Attachment | APIAttachment): FileReference {
  const name = 'name' in file ? file.name : file.filename;
  const contentType = 'contentType' in file ? file.contentType : file.content_type;
  const reference = { name, location: file.url, size: file.size };
  return contentType == null ? reference : { ...reference, contentType };
}

/**
 * All text of a message and of what it forwards. Bots write into embeds and components; under what
 * a person wrote, these are previews of links, so `written` leaves them out.
 */
function textOf(message: AnyMessage, { written = false } = {}): string {
  return contentsOf(message)
    .flatMap(({ content, parts }, index) => [
      content,
      ...[...partsOf(written && index === 0 ? [] : parts)].flatMap((part) =>
        TEXTS.map((key) => part[key]),
      ),
    ])
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n')
    .slice(0, MAX_LENGTH);
}

const TEXTS = ['content', 'title', 'description', 'name', 'value', 'text'] as const;
type Part = { readonly [text in (typeof TEXTS)[number]]?: unknown };

/** All objects within embeds or components. */
function* partsOf(value: unknown): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const part of Object.values(value)) yield* partsOf(part);
}

/** All files of a message and of what it forwards, as the first one with the others. */
export function filesOf(message: AnyMessage): FileReference | undefined {
  const files = contentsOf(message).flatMap((content) => content.files);
  const byLocation = new Map(files.map((file) => [file.location, file]));
  const [first, ...others] = [...byLocation.values()].slice(0, MAX_FILES);
  if (first === undefined) return undefined;
  return others.length === 0 ? first : { ...first, others };
}

/**
 * Downloads attachments from their signed URLs, which are valid for about a day, without the
 * bot's token. Other origins are refused.
 */
export async function readFile(
  file: FileReference,
  limits: FileLimits,
  {
    attachmentOrigins = ATTACHMENT_ORIGINS,
    proxy,
  }: Pick<DiscordOptions, 'attachmentOrigins' | 'proxy'>,
): Promise<Uint8Array> {
  refuseTooLarge(file, limits);
  const { location } = file;
  if (!URL.canParse(location) || !attachmentOrigins.includes(new URL(location).origin))
    throw new FileUnreadable('failed', 'the attachment is not at Discord');
  return download(new URL(location), { limits, proxy, headers: USER_AGENT });
}

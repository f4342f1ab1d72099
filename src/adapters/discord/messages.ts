import type { APIMessage, Message } from 'discord.js';
import type { Request } from '../../core/adapter.ts';
import type { FileReference } from '../../core/options.ts';
import { type CommandAsk, commandAsk, HAS_DIGIT, HAS_NUMBER, type Questions } from '../questions.ts';
import type { DiscordOptions } from './client.ts';
import { filesOf, textOf } from './content.ts';
import { type MessageTarget, PLATFORM, scopesOf } from './target.ts';

/** Mentions, emoji and times as Discord writes them, whose ids look like numbers. */
const MARKUP = /<(?:@[!&]?|#|a?:\w{1,64}:|t:|id:|\/[^<>:]{1,100}:)[\w:+-]{0,40}>/gu;
/** Discord reports an old edit again when the message is pinned. */
const NEWS_MS = 5 * 60_000;

/** What the meaning of a message depends on. */
interface MessageContext extends Pick<DiscordOptions, 'clock' | 'commands' | 'textCommand'> {
  /** The language of a person; a message does not contain it. */
  readonly localeOf: (user: string) => string;
  readonly questions: Questions;
  /** The message that one replies to, by the id of the reply. */
  readonly repliedTo: Pick<Map<string, APIMessage>, 'get'>;
}

/** Reads a message that is new or was edited; undefined if the bot is not meant, or nothing new is asked. */
export async function readMessage(
  message: Message,
  context: MessageContext,
): Promise<(Request & { readonly target: MessageTarget }) | undefined> {
  const ask = isMeant(message) ? askOf(message, context) : undefined;
  if (ask === undefined) return undefined;
  const { questions, clock } = context;
  const { id, author, channel, channelId, editedTimestamp: editedAt } = message;
  // The signature in the address of a file is another one in each event.
  const compared = JSON.stringify(ask.options, (key, value) =>
    key === 'location' ? value.split('?')[0] : value,
  );
  const question = questions.describe(id, compared, editedAt ?? 0);
  if (editedAt !== null) {
    const isOld = question.digits === '' || clock.now() - editedAt > NEWS_MS;
    if (isOld || !(await questions.isNew(question))) return undefined;
  }
  questions.remember(question);
  const direct = channel.isDMBased();
  const locale = context.localeOf(author.id);
  return {
    ...{ id: [PLATFORM, 'message', id, ...(editedAt === null ? [] : [editedAt])].join(':'), ask, locale },
    requester: `${PLATFORM}:user:${author.id}`,
    scopes: scopesOf(message),
    visibility: direct ? 'private' : 'shared',
    target: {
      kind: PLATFORM,
      channel: channelId,
      direct,
      shared: !direct,
      user: author.id,
      locale,
      question,
    },
  };
}

/**
 * A person means the bot in direct messages, or on a server by a mention or a reply with a ping. A mention of everyone or of
 * a role means others as well.
 */
function isMeant({ author, webhookId, system, mentions, channel, client }: Message): boolean {
  // Discord writes messages, too ("somebody pinned a message"), and says only parts of some that have changed.
  if (!author || author.bot || author.system || webhookId || system !== false) return false;
  return channel.isDMBased() || mentions.users.has(client.user.id);
}

/**
 * Anything in direct messages; on a server what has a number, a file or a command, since people also talk about the bot
 * ("thanks!").
 */
function askOf(
  message: Message,
  { commands, textCommand: { command }, repliedTo }: MessageContext,
): CommandAsk | undefined {
  const isDirect = message.channel.isDMBased();
  const text = cleaned(textOf(message, { written: true }));
  const file = filesOf(message, { orAny: true });
  const [, typed = '', rest = ''] = /^\/([a-z]{1,32})(?:\s+([\s\S]*))?$/iu.exec(text) ?? [];
  const name = typed.toLowerCase();
  // For a mistyped command, the answer names the one that was most likely meant.
  const isMistyped = name !== '' && isDirect && file === undefined && !HAS_DIGIT.test(text);
  if (isMistyped || commands.some((one) => one.name === name))
    return commandAsk(name, rest, name === command ? file : undefined);
  const all = withRepliedTo({ text, file }, message.client.user.id, repliedTo.get(message.id));
  const isAsked = isDirect || all.file !== undefined || HAS_DIGIT.test(all.text);
  return isAsked ? commandAsk(command, all.text, all.file) : undefined;
}

type Parts = { readonly text: string; readonly file: FileReference | undefined };

/** A message without a number asks about the one it replies to, but for the bot's own, which has nothing new to ask. */
function withRepliedTo({ text, file }: Parts, me: string, repliedTo: APIMessage | undefined): Parts {
  if (repliedTo === undefined || repliedTo.author.id === me || HAS_NUMBER.test(text)) return { text, file };
  const all = `${text}\n${cleaned(textOf(repliedTo))}`.trim();
  return { text: all, file: file ?? filesOf(repliedTo, { orAny: true }) };
}

function cleaned(text: string): string {
  return text.replace(MARKUP, ' ').trim();
}

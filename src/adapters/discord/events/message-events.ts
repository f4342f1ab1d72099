import type { APIMessage, Message } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type {
  Input,
  ReceiveRequest,
  RequestEvent,
  ShowReply,
} from '../../../core/adapter/request-event.ts';
import type { Questions, QuestionVersion } from '../../delivery/questions.ts';
import type { Greetings } from '../../reading/greetings.ts';
import { interpret, type Meaning } from '../../reading/meaning.ts';
import { contentOf, inputOfEditedMessage, inputOfNewMessage } from '../../reading/message-input.ts';
import { addressingOf } from '../../reading/plain-message.ts';
import { UNKNOWN_LOCALE } from '../../unknown-locale.ts';
import type { DiscordOptions } from '../api/client.ts';
import type { DiscordTime } from '../api/discord-time.ts';
import type { DiscordTarget } from '../places.ts';
import { PLATFORM, personOf, scopesOf } from '../principals.ts';
import { toPlainMessage } from './read-message.ts';

/** Discord reports an old edit again when the message is pinned. */
const MAX_EDIT_AGE_MS = 5 * 60_000;

/**
 * The most replied-to messages to remember between the `Raw` event and the event of the reply.
 * discord.js 14.28.1 holds that back until all shards are ready (`packetQueue` of
 * `WebSocketManager`).
 */
const REMEMBERED_MESSAGES = 1_000;

type DiscordRequest = RequestEvent & { readonly target: DiscordTarget };

interface MessageEventsOptions extends Pick<DiscordOptions, 'commands'> {
  readonly receive: ReceiveRequest;
  readonly greetings: Greetings;
  /** The languages of people; a message does not contain them. */
  readonly locales: { get(user: string): string | undefined };
  readonly questions: Questions;
  /** Returns how to show a reply at a target. */
  readonly openReply: (target: DiscordTarget) => ShowReply;
  readonly time: Pick<DiscordTime, 'now'>;
}

/** Makes requests from messages, and from their edits. */
export class MessageEvents {
  readonly #options: MessageEventsOptions;
  /**
   * The replied-to messages by the ids of their replies. Only the packets have them, since the
   * library keeps no messages.
   */
  readonly #repliedTo = new LRUCache<string, APIMessage>({ max: REMEMBERED_MESSAGES });

  constructor(options: MessageEventsOptions) {
    this.#options = options;
  }

  /** Remembers the message that another one replies to, until that reply is received. */
  rememberRepliedTo(reply: string, message: APIMessage): void {
    this.#repliedTo.set(reply, message);
  }

  /** Receives a new or edited message. */
  async receive(message: Message): Promise<void> {
    const { receive, openReply } = this.#options;
    const request = await this.#requestOf(message);
    if (request !== undefined) await receive(request, openReply(request.target));
  }

  /**
   * Makes the request of a message. Undefined if the message is not for the bot, or an edit did not
   * change what it asks.
   */
  async #requestOf(message: Message): Promise<DiscordRequest | undefined> {
    if (!isOfPerson(message)) return undefined;
    const { questions, commands, greetings } = this.#options;
    const { id, channelId, editedTimestamp: editedAt } = message;
    // Before the first `await`: the author's membership may leave the cache meanwhile.
    const scopes = scopesOf(message);
    const plain = toPlainMessage(message, this.#repliedTo.get(id));
    const meaning = interpret(plain, commands);
    const question = questions.describe(id, contentOf(meaning), editedAt ?? 0);
    const input =
      editedAt === null
        ? inputOfNewMessage(meaning, { commands, greetings, chat: channelId })
        : await this.#inputOfFreshEdit(meaning, question);
    if (input === undefined) return undefined;
    if (input.kind === 'command') questions.remember(question);
    const target = this.#targetOf(message, question);
    return {
      id: target.request,
      input,
      locale: target.locale,
      requester: personOf(message.author.id),
      scopes,
      visibility: message.channel.isDMBased() ? 'private' : 'shared',
      ...addressingOf(plain),
      question,
      target,
    };
  }

  /** The target of the reply to a message, or to its edit. */
  #targetOf(message: Message, question: QuestionVersion): DiscordTarget {
    const { id, author, channel, channelId, editedTimestamp: editedAt } = message;
    const version = editedAt === null ? [] : [editedAt];
    return {
      kind: PLATFORM,
      request: [PLATFORM, 'message', id, ...version].join(':'),
      locale: this.#options.locales.get(author.id) ?? UNKNOWN_LOCALE,
      place: {
        where: 'channel',
        channel: channelId,
        user: author.id,
        isDirect: channel.isDMBased(),
        replyTo: id,
      },
      question,
    };
  }

  /** The input of an edit; undefined if it is ignored. */
  async #inputOfFreshEdit(meaning: Meaning, question: QuestionVersion): Promise<Input | undefined> {
    const { questions, time } = this.#options;
    // On Discord a version is the time of the edit, by Discord's clock.
    const isOld = time.now() - question.version > MAX_EDIT_AGE_MS;
    const input = await inputOfEditedMessage(meaning, question, questions);
    return isOld && input?.kind === 'command' ? undefined : input;
  }
}

/**
 * Whether a person wrote a message. Discord itself writes messages too ("somebody pinned a
 * message"), and sends only parts of some edited messages.
 */
function isOfPerson({ author, webhookId, system }: Message): boolean {
  if (!author || author.bot || author.system) return false;
  return !webhookId && system === false;
}

import type { GatewayMessageCreateDispatchData } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import type { Receive, Request, Show } from '../../../core/adapter.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { DiscordApi } from '../outbound/api.ts';
import type { Questions } from '../outbound/chat/questions.ts';
import { type MessageTarget, PLATFORM } from '../target.ts';
import { principals } from './asked.ts';
import { askOf, isDirect, isMeant, type MessageContext } from './asks.ts';

/** Channels whose category or channel is remembered: people move one seldom. */
const REMEMBERED = 10_000;

/** What {@link createMessageIntake} works with. */
export interface MessageIntakeNeeds {
  readonly api: Pick<DiscordApi, 'parentOf'>;
  readonly log: Log;
  readonly context: Omit<MessageContext, 'me'>;
  /** The language of a person; a message does not tell it. */
  readonly localeOf: (user: string) => string;
  readonly questions: Questions;
  /** Opens the way to show a reply. */
  readonly open: (target: MessageTarget) => Show;
  /** Passes a request to the core. */
  readonly receive: Receive;
}

/** Takes a message that the gateway tells of; `me` is the id of the bot's user. Never throws. */
export type TakeMessage = (message: GatewayMessageCreateDispatchData, me: string) => void;

/** Handles messages: those that ask something become requests, all others are not read. */
export function createMessageIntake(needs: MessageIntakeNeeds): TakeMessage {
  const { log, open, receive, questions } = needs;
  const parents = createParents(needs.api);
  const take: (...given: Parameters<TakeMessage>) => Promise<void> = async (message, me) => {
    const { edited_timestamp: editedAt } = message;
    // Of a message that has changed, Discord may tell only a part.
    if (!('author' in message) || !isMeant(message, me)) return;
    const ask = askOf(message, { ...needs.context, me });
    const text = ask?.options.kind === 'text' ? ask.options.text : '';
    const hasChanged = questions.note(message.id, text);
    if (ask === undefined || (editedAt !== null && !hasChanged)) return;
    const target = targetAnswering(message, needs);
    const parent = target.direct ? undefined : await parents(target.channel);
    await receive({ ...requestOf(message, target, parent), ask }, open(target));
  };
  return (message, me) => {
    take(message, me).catch((error) => log.error({ err: error }, 'A message could not be taken'));
  };
}

/** Who may use the bot in a channel may in its threads, of which a message does not tell where they are. */
function createParents(api: Pick<DiscordApi, 'parentOf'>): (channel: string) => Promise<string | undefined> {
  const known = new LRUCache<string, string>({ max: REMEMBERED });
  return async (channel) => {
    const remembered = known.get(channel);
    if (remembered !== undefined) return remembered || undefined;
    try {
      const parent = await api.parentOf(channel);
      known.set(channel, parent ?? '');
      return parent;
    } catch {
      // The call has been logged; the next message looks again.
      return undefined;
    }
  };
}

function targetAnswering(
  message: GatewayMessageCreateDispatchData,
  { localeOf, questions }: MessageIntakeNeeds,
): MessageTarget {
  const { id, author, edited_timestamp: edited } = message;
  const direct = isDirect(message);
  // The answer of an edited message takes the place of the one before.
  const answer = edited === null ? undefined : questions.answerOf(id);
  return {
    kind: PLATFORM,
    channel: message.channel_id,
    direct,
    user: author.id,
    locale: localeOf(author.id),
    shared: !direct,
    question: id,
    ...(edited !== null && { editedAt: Date.parse(edited) }),
    ...(answer !== undefined && { message: answer }),
  };
}

function requestOf(
  { id, guild_id: guild, member }: GatewayMessageCreateDispatchData,
  target: MessageTarget,
  parent: string | undefined,
): Omit<Request, 'ask'> {
  return {
    id: [PLATFORM, 'message', id, ...(target.editedAt === undefined ? [] : [target.editedAt])].join(':'),
    requester: `${PLATFORM}:user:${target.user}`,
    scopes: [
      ...principals('guild', [guild]),
      ...principals('channel', [target.channel, parent]),
      ...principals('role', member?.roles ?? []),
    ],
    locale: target.locale,
    visibility: target.direct ? 'private' : 'shared',
    target,
  };
}

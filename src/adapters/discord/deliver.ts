import {
  type Client,
  InteractionWebhook,
  MessageFlags,
  PermissionFlagsBits,
  Routes,
  type SendableChannels,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Adapter, Show } from '../../core/adapter.ts';
import { type Deferred, deferred } from '../../core/async/promises.ts';
import type { Clock } from '../../core/clock.ts';
import { reply as replyOf, type ShownReply } from '../../core/reply.ts';
import type { SayIn } from '../../format/words/say.ts';
import type { Questions } from '../questions.ts';
import { isNotice, withoutFiles } from '../shown-reply.ts';
import { createThrottledStates } from '../throttled-states.ts';
import { createTyping } from '../typing.ts';
import type { Connection } from './connection.ts';
import { DiscordFault, isOneOf } from './errors.ts';
import type { Mention } from './registration.ts';
import { type RenderContext, type RenderedMessage, renderReply } from './render.ts';
import {
  answersMessage,
  type DiscordTarget,
  type InteractionTarget,
  isLive,
  type MessageTarget,
  nonceOf,
  questionOf,
  readTarget,
  UNKNOWN_LOCALE,
} from './target.ts';

/** Between two states of a reply; on a server, a channel's limit is for all its people. */
const INTERVAL_MS = 1_000;
const SERVER_INTERVAL_MS = 3_000;
/** Discord shows for ten seconds that the bot is typing. */
const TYPING_MS = 9_000;
const REMEMBERED = 10_000;
/** Failures after which the last state goes another way. */
const CLOSED_WAYS = ['direct-messages-closed', 'forbidden', 'message-gone', 'token-expired'] as const;

/** What {@link createDelivery} works with. */
export interface DeliveryNeeds {
  readonly call: Connection['call'];
  readonly clock: Clock;
  readonly sayIn: SayIn;
  readonly mention: Mention;
  readonly questions: Questions;
}

/** All that is shown on Discord; `open` opens the way to show the reply to a new request. */
type Delivery = Pick<Adapter, 'reopen' | 'notify'> & { readonly open: (at: DiscordTarget) => Show };

/**
 * Shows replies: the answer to a message in its channel, the answer to an interaction by its token, which needs no connection
 * and outlives the process. Where that is not possible, the last state goes as a direct message, else with the asker's next
 * command.
 */
export function createDelivery({ call, clock, sayIn, mention, questions }: DeliveryNeeds): Delivery {
  /** Answers that wait for the next command of their askers. */
  const closed = new LRUCache<string, true>({ max: REMEMBERED });
  /** Resolved once an interaction shows its own answer; until then, Discord would put a follow-up in its place. */
  const showing = new LRUCache<string, Deferred<void>>({ max: REMEMBERED });
  const startTyping = createTyping(clock, TYPING_MS);
  const typeIn = (channel: string) => () =>
    call(async (client) => (await channelOf(client, channel)).sendTyping(), { once: true });
  const contextFor = (at: DiscordTarget, more: Partial<RenderContext> = {}): RenderContext => ({
    ...{ owner: at.user, say: sayIn(at.locale), alone: at.direct, mention },
    ...more,
  });

  /** Puts a reply; if Discord does not accept it with its files, puts it without them, and the reply says so. */
  const putOrLeaveFiles = async <T>(
    at: DiscordTarget,
    reply: ShownReply,
    put: (reply: ShownReply) => Promise<T>,
  ): Promise<T> => {
    try {
      return await put(reply);
    } catch (error) {
      if (reply.files.length === 0 || !isOneOf(error, 'forbidden', 'refused', 'unreachable')) throw error;
      return put(withoutFiles(reply, sayIn(at.locale)));
    }
  };

  const sendDirect = async (at: DiscordTarget, reply: ShownReply): Promise<void> => {
    const heading = answersMessage(at) ? '' : sayIn(at.locale)('discord.late');
    const nonce = { nonce: nonceOf(at, 'direct'), enforceNonce: true };
    const isHidden = answersMessage(at) && at.shared && reply.private;
    try {
      await putOrLeaveFiles(at, reply, (shown) => {
        const message = renderReply(shown, contextFor(at, { alone: true, heading }));
        return call((client) => client.users.send(at.user, { ...message, ...nonce }));
      });
      if (isHidden && at.message !== undefined) await sayInstead(at, 'discord.answeredInPrivate');
    } catch (error) {
      if (isOneOf(error, 'direct-messages-closed', 'forbidden')) {
        closed.set(questionOf(at), true);
        if (isHidden) await sayInstead(at, 'discord.answerWaits');
      }
      throw error;
    }
  };
  /** Discord accepts no nonce here, so a repeated call could make a second message. */
  const followUp = async (at: InteractionTarget, message: RenderedMessage, isPrivate: boolean) => {
    const flags = isPrivate ? { flags: MessageFlags.Ephemeral as const } : {};
    const send = (client: Client<true>) => webhookOf(client, at).send({ ...message, ...flags });
    const { id } = await call(send, { once: true });
    return { ...at, shared: !isPrivate, message: id };
  };
  const editAtToken = async (at: InteractionTarget, reply: ShownReply, once: boolean) => {
    const message = { ...renderReply(reply, contextFor(at)), attachments: [] };
    await call((client) => webhookOf(client, at).editMessage(at.message ?? '@original', message), { once });
    return at;
  };
  const putInChannel = async (
    at: MessageTarget,
    reply: ShownReply,
    last: boolean,
    isNew = false,
  ): Promise<MessageTarget> => {
    const notice = last && isNotice(reply);
    const before = isNew || notice ? undefined : await questions.answerBefore(at.question);
    const stands = at.message ?? before;
    const put = async (client: Client<true>) => {
      const channel = await channelOf(client, at.channel);
      const without = forbiddenIn(channel);
      const context = contextFor(at, { without });
      const isBare = without.files && reply.files.length > 0;
      const message = renderReply(isBare ? withoutFiles(reply, context.say) : reply, context);
      if (stands !== undefined) return channel.messages.edit(stands, { ...message, attachments: [] });
      return channel.send({
        ...message,
        // Discord makes no second message with it, but leaves the first as it is.
        ...{ nonce: nonceOf(at, last ? 'answer' : 'progress'), enforceNonce: true },
        ...(!without.history && { reply: { messageReference: at.question.id, failIfNotExists: false } }),
      });
    };
    try {
      const { id } = await call(put, { once: !last });
      if (!notice) void questions.answered(at.question, id, last);
      return { ...at, message: id };
    } catch (error) {
      if (stands === undefined || !isOneOf(error, 'message-gone')) throw error;
      const { message: _, ...again } = at;
      return putInChannel(again, reply, last, true);
    }
  };
  /** Says in its channel where the answer to a message is that only its asker may read. */
  const sayInstead = async (at: MessageTarget, key: 'discord.answeredInPrivate' | 'discord.answerWaits') => {
    const note = replyOf({ tone: 'neutral', title: '', summary: sayIn(at.locale)(key) });
    await putInChannel(at, { ...note, actions: [] }, true).catch(() => undefined);
  };

  /** The first way to show a state; undefined if only a direct message remains. */
  const firstWay = async (at: DiscordTarget, isHidden: boolean, last: boolean, isBeside: boolean) => {
    if (answersMessage(at))
      return isHidden ? undefined : (reply: ShownReply) => putInChannel(at, reply, last);
    if (!isLive(at, clock)) return undefined;
    if (!isBeside && !isHidden) return (reply: ShownReply) => editAtToken(at, reply, !last);
    // The visibility of a message cannot change, and a follow-up would take the place of one that shows "thinking".
    if (at.opens === 'new')
      await call(({ rest }) => rest.delete(Routes.webhookMessage(at.application, at.token), { auth: false }));
    return (reply: ShownReply) => followUp(at, renderReply(reply, contextFor(at)), true);
  };
  const deliver = async (
    at: DiscordTarget,
    reply: ShownReply,
    last: boolean,
    isBeside: boolean,
  ): Promise<DiscordTarget> => {
    const isHidden = at.shared && reply.private;
    try {
      const put = await firstWay(at, isHidden, last, isBeside);
      if (put !== undefined)
        return await (last ? putOrLeaveFiles<DiscordTarget>(at, reply, put) : put(reply));
    } catch (error) {
      if (!last || !isOneOf(error, ...CLOSED_WAYS)) throw error;
    }
    if (!last) return at;
    await sendDirect(at, reply);
    return at;
  };

  const openAs = (from: DiscordTarget, isReopened: boolean): Show => {
    const isMessage = answersMessage(from);
    const own = showing.get(questionOf(from)) ?? deferred<void>();
    showing.set(questionOf(from), own);
    let at = from;
    let isPressed = !isMessage && from.opens === 'here' && !isReopened;
    let stopTyping: (() => void) | undefined;
    const put = async (reply: ShownReply, last: boolean): Promise<DiscordTarget> => {
      try {
        // A message that was edited meanwhile has a newer answer.
        if (isMessage && questions.isOutdated(from.question)) return at;
        // A notice leaves the message as it is whose button was pressed.
        at = await deliver(at, reply, last, isPressed && last && isNotice(reply));
        isPressed = false;
        own.resolve();
        return at;
      } finally {
        if (last) stopTyping?.();
        if (last) own.resolve();
      }
    };
    const minIntervalMs = isMessage && !from.direct ? SERVER_INTERVAL_MS : INTERVAL_MS;
    const show = createThrottledStates({ minIntervalMs, clock, put });
    let isBegun = false;
    return (reply, state) => {
      if (isMessage && !isBegun && !(state.last && isNotice(reply))) {
        isBegun = true;
        questions.begin(from.question);
      }
      if (isMessage && !state.last && stopTyping === undefined) {
        stopTyping = startTyping(from.channel, typeIn(from.channel));
        state.ended?.addEventListener('abort', stopTyping, { once: true });
      }
      return show(reply, state);
    };
  };

  /** Shows the last state of an old reply below the answer to the same person's newer command. */
  const openFollowUp = (old: DiscordTarget, next: InteractionTarget): Show => {
    const context = contextFor(old, { alone: false, heading: sayIn(old.locale)('discord.late') });
    return async (reply, { last }) => {
      if (!last) return old;
      if (next.opens === 'new') await showing.get(next.token)?.promise;
      const isPrivate = !old.shared || !next.shared || reply.private;
      return putOrLeaveFiles(old, reply, (shown) => followUp(next, renderReply(shown, context), isPrivate));
    };
  };

  return {
    open: (at) => openAs(at, false),
    reopen: async (target, beside) => {
      const at = readTarget(target);
      if (at === undefined) return undefined;
      const isClosed = closed.has(questionOf(at));
      if (!isClosed && (answersMessage(at) || isLive(at, clock))) return openAs(at, true);
      const next = beside && readTarget(beside);
      if (isLive(next, clock)) return openFollowUp(at, next);
      // Who writes to the bot can be written to.
      return isClosed && next?.direct !== true ? undefined : openAs(at, true);
    },
    notify: async (admin, reply) => {
      const [, user] = /^discord:user:(\d+)$/.exec(admin) ?? [];
      if (user === undefined) return false;
      const context = { owner: user, say: sayIn(UNKNOWN_LOCALE), alone: true, mention };
      return call((client) => client.users.send(user, renderReply(reply, context))).then(
        () => true,
        () => false,
      );
    },
  };
}

function webhookOf(client: Client<true>, { application, token }: InteractionTarget): InteractionWebhook {
  return new InteractionWebhook(client, application, token);
}

async function channelOf(client: Client<true>, id: string): Promise<SendableChannels> {
  const channel = await client.channels.fetch(id);
  if (channel?.isSendable()) return channel;
  throw new DiscordFault('forbidden', 'the bot cannot write in the channel');
}

/** What the bot may not do in a channel, as far as the library knows its permissions. */
function forbiddenIn(channel: SendableChannels) {
  const allowed = channel.isDMBased() ? null : channel.permissionsFor(channel.client.user);
  const lacks = (permission: bigint): boolean => allowed?.has(permission) === false;
  return {
    embeds: lacks(PermissionFlagsBits.EmbedLinks),
    files: lacks(PermissionFlagsBits.AttachFiles),
    history: lacks(PermissionFlagsBits.ReadMessageHistory),
  };
}

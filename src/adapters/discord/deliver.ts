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
import { type Deferred, deferred, within } from '../../core/async/promises.ts';
import type { Clock } from '../../core/clock.ts';
import { reply as replyOf, type ShownReply } from '../../core/reply.ts';
import type { Say, SayIn } from '../../format/words/say.ts';
import { isNotice, withoutFiles } from '../shown-reply.ts';
import { createThrottledStates, type Putting } from '../throttled-states.ts';
import { createTyping } from '../typing.ts';
import type { Connection } from './connection.ts';
import { DiscordFault, isOneOf } from './errors.ts';
import type { Questions } from './questions.ts';
import type { Mention } from './registration.ts';
import { type RenderContext, type RenderedMessage, renderReply } from './render.ts';
import {
  answersMessage,
  type DiscordTarget,
  type InteractionTarget,
  isLive,
  type MessageTarget,
  nonceOf,
  PLATFORM,
  questionOf,
  readTarget,
  tokenLeftMs,
  UNKNOWN_LOCALE,
} from './target.ts';

/** Between two states of a reply; on a server, a channel's limit is for all its people. */
const INTERVAL_MS = 1_000;
const SERVER_INTERVAL_MS = 3_000;
/** So long before its token expires, a reply says where its answer will come. */
const COMES_LATER_MS = 2 * 60_000;
/** The longest wait for the answer to a newer command. */
const LONGEST_WAIT_MS = 13 * 60_000;
/** Discord shows for ten seconds that the bot is typing. */
const TYPING_TIMES = { repeatMs: 9_000, shownMs: 8_000 };
const REMEMBERED = 10_000;

/** What {@link createDelivery} works with. */
export interface DeliveryNeeds {
  readonly call: Connection['call'];
  readonly clock: Clock;
  readonly sayIn: SayIn;
  readonly mention: Mention;
  readonly questions: Questions;
}

/** All that is shown on Discord. */
export interface Delivery extends Pick<Adapter, 'reopen' | 'notify'> {
  /** Opens the way to show the reply to a new request. */
  readonly open: (at: DiscordTarget) => Show;
}

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
  const startTyping = createTyping<string>({
    ...{ ...TYPING_TIMES, clock, keyOf: (channel) => channel },
    show: (channel) =>
      call(async (client) => (await channelOf(client, channel)).sendTyping(), { once: true }),
  });
  const contextFor = (at: DiscordTarget, more: Partial<RenderContext> = {}): RenderContext => ({
    ...{ owner: at.user, say: sayIn(at.locale), alone: at.direct, mention },
    ...more,
  });

  const sendDirect = async (at: DiscordTarget, reply: ShownReply): Promise<void> => {
    const say = sayIn(at.locale);
    const heading = answersMessage(at) ? '' : say('discord.late');
    const nonce = { nonce: nonceOf(at, 'direct'), enforceNonce: true };
    try {
      await putOrLeaveFiles(reply, say, (shown) => {
        const message = renderReply(shown, contextFor(at, { alone: true, heading }));
        return call((client) => client.users.send(at.user, { ...message, ...nonce }));
      });
    } catch (error) {
      if (isOneOf(error, 'direct-messages-closed', 'forbidden')) closed.set(questionOf(at), true);
      throw error;
    }
  };

  /** A message of its own, since the visibility of the first cannot change, or since that is to stay. */
  const followUp = async (
    at: InteractionTarget,
    message: RenderedMessage,
    isPrivate: boolean,
  ): Promise<string> => {
    const flags = isPrivate ? { flags: MessageFlags.Ephemeral as const } : {};
    const send = (client: Client<true>) =>
      new InteractionWebhook(client, at.application, at.token).send({ ...message, ...flags });
    // Discord accepts no nonce here, so a repeated call could make a second message.
    return (await call(send, { once: true })).id;
  };
  const putAtToken = async (
    at: InteractionTarget,
    reply: ShownReply,
    { last, isBeside }: { readonly last: boolean; readonly isBeside: boolean },
  ): Promise<InteractionTarget> => {
    const { application, token, message: stands = '@original' } = at;
    const isLong = tokenLeftMs(at, clock) < COMES_LATER_MS + (reply.progress?.leftMs ?? 0);
    const remark = !last && isLong ? sayIn(at.locale)('discord.comesLater') : undefined;
    const put = async (shown: ShownReply): Promise<InteractionTarget> => {
      const message = renderReply(shown, contextFor(at, { remark }));
      if (isBeside) return { ...at, shared: false, message: await followUp(at, message, true) };
      const edit = (client: Client<true>) =>
        new InteractionWebhook(client, application, token).editMessage(stands, {
          ...message,
          attachments: [],
        });
      await call(edit, { once: !last });
      return at;
    };
    if (isBeside && at.opens === 'new')
      await call(({ rest }) => rest.delete(Routes.webhookMessage(application, token), { auth: false }));
    return last ? putOrLeaveFiles(reply, sayIn(at.locale), put) : put(reply);
  };

  const putInChannel = async (
    at: MessageTarget,
    reply: ShownReply,
    last: boolean,
  ): Promise<MessageTarget> => {
    const stands = at.message ?? questions.answerOf(at.question);
    const say = sayIn(at.locale);
    const put = (shown: ShownReply) =>
      call(
        async (client) => {
          const channel = await channelOf(client, at.channel);
          const without = forbiddenIn(channel);
          const message = renderReply(
            without.files && shown.files.length > 0 ? withoutFiles(shown, say) : shown,
            contextFor(at, { without }),
          );
          if (stands !== undefined) return channel.messages.edit(stands, { ...message, attachments: [] });
          return channel.send({
            ...message,
            // Discord makes no second message with it, but leaves the first as it is.
            ...{ nonce: nonceOf(at, last ? 'answer' : 'progress'), enforceNonce: true },
            ...(!without.history && { reply: { messageReference: at.question, failIfNotExists: false } }),
          });
        },
        { once: !last },
      );
    try {
      const { id } = await (last ? putOrLeaveFiles(reply, say, put) : put(reply));
      questions.answered(at.question, id);
      return { ...at, message: id };
    } catch (error) {
      if (stands === undefined || !isOneOf(error, 'message-gone')) throw error;
      questions.answered(at.question, undefined);
      const { message: _, ...again } = at;
      return putInChannel(again, reply, last);
    }
  };
  /** The answer to a message on a server that only its asker may read; its placeholder says so. */
  const putInPrivate = async (at: MessageTarget, reply: ShownReply): Promise<void> => {
    const note = async (key: 'discord.answeredInPrivate' | 'discord.answerWaits'): Promise<void> => {
      const shown = {
        ...replyOf({ tone: 'neutral', title: '', summary: sayIn(at.locale)(key) }),
        actions: [],
      };
      await putInChannel(at, shown, true).catch(() => undefined);
    };
    await sendDirect(at, reply).catch(async (error: unknown) => {
      if (closed.has(questionOf(at))) await note('discord.answerWaits');
      throw error;
    });
    if (at.message !== undefined) await note('discord.answeredInPrivate');
  };

  const putFirst = (at: DiscordTarget, reply: ShownReply, last: boolean, isPressed: boolean) => {
    const isForAll = at.shared && !reply.private;
    if (answersMessage(at)) return isForAll || !at.shared ? putInChannel(at, reply, last) : undefined;
    const isBeside = at.shared !== isForAll || (isPressed && last && isNotice(reply));
    return isLive(at, clock) ? putAtToken(at, reply, { last, isBeside }) : undefined;
  };
  /** Shows a state in the first way that is possible. */
  const deliver = async (at: DiscordTarget, reply: ShownReply, last: boolean, isPressed: boolean) => {
    try {
      const shown = await putFirst(at, reply, last, isPressed);
      if (shown !== undefined || !last) return shown ?? at;
    } catch (error) {
      if (!last || !isOneOf(error, 'direct-messages-closed', 'forbidden', 'message-gone', 'token-expired'))
        throw error;
    }
    await (answersMessage(at) && at.shared && reply.private
      ? putInPrivate(at, reply)
      : sendDirect(at, reply));
    return at;
  };

  const openAs = (from: DiscordTarget, isReopened: boolean): Show => {
    const isMessage = answersMessage(from);
    const own = isMessage ? undefined : (showing.get(from.token) ?? deferred<void>());
    if (!isMessage && own !== undefined) showing.set(from.token, own);
    let at = from;
    /** The pressed message still shows what was pressed. */
    let isPressed = !isMessage && from.opens === 'here' && !isReopened;
    let stopTyping: (() => void) | undefined;
    const put = async (reply: ShownReply, { last, superseded }: Putting): Promise<DiscordTarget> => {
      superseded?.throwIfAborted();
      try {
        // A message that was edited meanwhile has a newer answer.
        if (isMessage && questions.isOutdated(from)) return at;
        at = await deliver(at, reply, last, isPressed);
        isPressed = false;
        own?.resolve();
        return at;
      } finally {
        if (last) stopTyping?.();
      }
    };
    const minIntervalMs = isMessage && !from.direct ? SERVER_INTERVAL_MS : INTERVAL_MS;
    const show = createThrottledStates({ minIntervalMs, clock, put });
    return (reply, state) => {
      if (isMessage && !state.last && stopTyping === undefined) {
        stopTyping = startTyping(from.channel);
        state.ended?.addEventListener('abort', stopTyping, { once: true });
      }
      return show(reply, state);
    };
  };

  /** Shows the last state of an old reply below the answer to the same person's newer command. */
  const openFollowUp =
    (old: DiscordTarget, next: InteractionTarget): Show =>
    async (reply, { last }) => {
      if (!last) return old;
      const own = next.opens === 'here' ? undefined : showing.get(next.token);
      if (own !== undefined)
        await within({ ms: LONGEST_WAIT_MS, late: () => undefined, clock }, () => own.promise);
      const shared = old.shared && next.shared && !reply.private;
      const say = sayIn(old.locale);
      const message = await putOrLeaveFiles(reply, say, (shown) =>
        followUp(
          next,
          renderReply(shown, contextFor(old, { alone: false, heading: say('discord.late') })),
          !shared,
        ),
      );
      return { ...next, shared, message };
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
      const [platform, kind, user] = admin.split(':');
      if (platform !== PLATFORM || kind !== 'user' || user === undefined) return false;
      const context = { owner: user, say: sayIn(UNKNOWN_LOCALE), alone: true, mention };
      return call((client) => client.users.send(user, renderReply(reply, context))).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Puts a reply; if Discord does not accept it with its files, puts it without them, and the reply says so. */
async function putOrLeaveFiles<T>(
  reply: ShownReply,
  say: Say,
  put: (reply: ShownReply) => Promise<T>,
): Promise<T> {
  try {
    return await put(reply);
  } catch (error) {
    if (reply.files.length === 0 || !isOneOf(error, 'forbidden', 'refused', 'unreachable')) throw error;
    return put(withoutFiles(reply, say));
  }
}

async function channelOf(client: Client<true>, id: string): Promise<SendableChannels> {
  const channel = await client.channels.fetch(id);
  if (channel?.isSendable()) return channel;
  throw new DiscordFault('forbidden', 'the bot cannot write in the channel');
}

/** What the bot may not do in a channel, as far as the library knows its permissions. */
function forbiddenIn(channel: SendableChannels) {
  const me = channel.isDMBased() ? null : channel.guild.members.me;
  const allowed = channel.isDMBased() || me === null ? null : channel.permissionsFor(me);
  const lacks = (permission: bigint): boolean => allowed?.has(permission) === false;
  return {
    embeds: lacks(PermissionFlagsBits.EmbedLinks),
    files: lacks(PermissionFlagsBits.AttachFiles),
    history: lacks(PermissionFlagsBits.ReadMessageHistory),
  };
}

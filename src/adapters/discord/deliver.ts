import {
  type APIMessage,
  type Client,
  MessageFlags,
  PermissionFlagsBits,
  Routes,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Principal, ReplyTarget, Show } from '../../core/adapter.ts';
import { type Deferred, deferred } from '../../core/async/promises.ts';
import { reply as replyOf, type ShownReply } from '../../core/reply.ts';
import { createThrottledStates, createTyping } from '../progress.ts';
import type { Questions } from '../questions.ts';
import { isNotice, withoutFiles } from '../shown-reply.ts';
import type { Connection, DiscordOptions } from './client.ts';
import { isOneOf } from './errors.ts';
import { type RenderContext, type RenderedMessage, renderReply } from './render.ts';
import {
  answersMessage,
  type DiscordTarget,
  type InteractionTarget,
  isLive,
  keyOf,
  type MessageTarget,
  nonceFor,
  readTarget,
  UNKNOWN_LOCALE,
} from './target.ts';

/** Between two states of a reply; on a server, a channel's limit is for all its people. */
const INTERVAL_MS = 1_000;
const SERVER_INTERVAL_MS = 3_000;
/** Discord shows for ten seconds that the bot is typing. */
const TYPING_MS = 9_000;
const REMEMBERED = 2_000;
/** Failures after which the last state is sent as a direct message. */
const FALLBACK_CODES = [
  'direct-messages-closed',
  'forbidden',
  'message-gone',
  'token-expired',
] as const;

interface DeliveryOptions extends Pick<DiscordOptions, 'clock' | 'sayIn'> {
  readonly call: Connection['call'];
  readonly questions: Questions;
}

/**
 * Shows replies: the answer to a message in its channel, the answer to an interaction by its token, which needs no connection
 * and works after a restart. If that is not possible, the last state is sent as a direct message, or else with the person's
 * next command.
 */
export function createDelivery({ call, clock, sayIn, questions }: DeliveryOptions) {
  /** Answers that wait for the next command of their person. */
  const waiting = new LRUCache<string, true>({ max: REMEMBERED });
  /** Interactions whose own answer is not shown yet, by token: before that, Discord would put a follow-up in its place. */
  const unanswered = new Map<string, Deferred<void>>();
  const startTyping = createTyping(clock, TYPING_MS);
  const render = (
    at: DiscordTarget,
    reply: ShownReply,
    more: Partial<RenderContext> = {},
  ): RenderedMessage =>
    renderReply(reply, { owner: at.user, say: sayIn(at.locale), alone: at.direct, ...more });
  /** Calls the API directly: the library would build objects from the response, which nobody needs. */
  const write = (
    method: 'patch' | 'post',
    route: `/${string}`,
    { body, files }: RenderedMessage,
    { once = false, ...more }: { readonly once?: boolean; readonly [part: string]: unknown } = {},
  ): Promise<APIMessage> => {
    // A webhook route contains the interaction's token.
    const request = { body: { ...body, ...more }, files, auth: !route.startsWith('/webhooks/') };
    return call(async ({ rest }) => (await rest[method](route, request)) as APIMessage, { once });
  };
  const writeTo = async (
    user: string,
    message: RenderedMessage,
    nonce: object = {},
  ): Promise<void> => {
    const { id } = await call((client) => client.users.createDM(user));
    await write('post', Routes.channelMessages(id), message, { ...nonce });
  };
  /** Shows a reply. If Discord does not accept its files, the reply is sent without them and says so. */
  const withFiles = async <T>(
    at: DiscordTarget,
    reply: ShownReply,
    show: (reply: ShownReply) => Promise<T>,
  ): Promise<T> => {
    try {
      return await show(reply);
    } catch (error) {
      if (reply.files.length === 0 || !isOneOf(error, 'forbidden', 'refused', 'unreachable'))
        throw error;
      return show(withoutFiles(reply, sayIn(at.locale)));
    }
  };

  const showInChannel = async (at: MessageTarget, reply: ShownReply, last: boolean) => {
    const { channel, question } = at;
    const notice = last && isNotice(reply);
    const existing = at.message ?? (notice ? undefined : await questions.previousAnswer(question));
    const isPlain = !(await call(async (client) => canEmbed(client, channel)));
    const message = render(at, reply, { isPlain });
    const post = (): Promise<APIMessage> =>
      write('post', Routes.channelMessages(channel), message, {
        ...nonceFor(at, last ? 'answer' : 'progress'),
        message_reference: { message_id: question.id, fail_if_not_exists: false },
      });
    const edit = (id: string): Promise<APIMessage> =>
      write('patch', Routes.channelMessage(channel, id), message, { once: !last }).catch(
        (error) => {
          if (isOneOf(error, 'message-gone')) return post();
          throw error;
        },
      );
    const { id } = await (existing === undefined ? post() : edit(existing));
    if (!notice) void questions.saveAnswer(question, id, last);
    return { ...at, message: id };
  };
  /** Discord accepts no nonce here, so a repeated call could make a second message. */
  const followUp = async (at: InteractionTarget, message: RenderedMessage, isPrivate: boolean) => {
    const more = { ...(isPrivate && { flags: MessageFlags.Ephemeral }), once: true };
    const { id } = await write('post', Routes.webhook(at.application, at.token), message, more);
    return { ...at, shared: !isPrivate, message: id };
  };
  const showAtToken = async (at: InteractionTarget, reply: ShownReply, last: boolean) => {
    const route = Routes.webhookMessage(at.application, at.token, at.message);
    await write('patch', route, render(at, reply), { once: !last });
    return at;
  };
  /** The visibility of a message cannot change, and a follow-up would take the place of one that shows "thinking". */
  const showSeparately = async (at: InteractionTarget, reply: ShownReply) => {
    const thinking = Routes.webhookMessage(at.application, at.token);
    if (at.opens === 'new')
      await call(({ rest }) => rest.delete(thinking, { auth: false })).catch(() => undefined);
    return followUp(at, render(at, reply), true);
  };
  const showDirectly = async (at: DiscordTarget, reply: ShownReply): Promise<void> => {
    const heading = answersMessage(at) ? '' : sayIn(at.locale)('discord.late');
    /** Says in the channel where a private answer to a message is. */
    const explain = async (key: 'discord.answeredInPrivate' | 'discord.answerWaits') => {
      if (!answersMessage(at) || !at.shared || !reply.private) return;
      const note = replyOf({ tone: 'neutral', title: '', summary: sayIn(at.locale)(key) });
      await showInChannel(at, { ...note, actions: [] }, true).catch(() => undefined);
    };
    try {
      await withFiles(at, reply, (shown) =>
        writeTo(at.user, render(at, shown, { alone: true, heading }), nonceFor(at, 'direct')),
      );
      if (at.message !== undefined) await explain('discord.answeredInPrivate');
    } catch (error) {
      if (isOneOf(error, 'direct-messages-closed', 'forbidden')) {
        waiting.set(keyOf(at), true);
        await explain('discord.answerWaits');
      }
      throw error;
    }
  };
  /** Shows a state in its channel, or else the last one in a direct message. `isNew`: not in the pressed message. */
  const deliver = async (at: DiscordTarget, reply: ShownReply, last: boolean, isNew: boolean) => {
    const isHidden = at.shared && reply.private;
    const show = (shown: ShownReply): Promise<DiscordTarget> => {
      if (answersMessage(at)) return showInChannel(at, shown, last);
      return isHidden || isNew ? showSeparately(at, shown) : showAtToken(at, shown, last);
    };
    try {
      if (answersMessage(at) ? !isHidden : isLive(at, clock))
        return await withFiles(at, reply, show);
    } catch (error) {
      if (!last || !isOneOf(error, ...FALLBACK_CODES)) throw error;
    }
    if (last) await showDirectly(at, reply);
    return at;
  };

  const openAs = (from: DiscordTarget, isReopened: boolean): Show => {
    const isMessage = answersMessage(from);
    const own = unanswered.get(keyOf(from)) ?? deferred<void>();
    if (!isMessage && from.opens === 'new') unanswered.set(from.token, own);
    let at = from;
    let isPressed = !isMessage && from.opens === 'here' && !isReopened;
    let stopTyping: (() => void) | undefined;
    const send = async (reply: ShownReply, last: boolean): Promise<DiscordTarget> => {
      const notice = last && isNotice(reply);
      // A message that was edited meanwhile has a newer answer.
      if (isMessage && questions.isOutdated(from.question)) return at;
      if (isMessage && !notice) questions.begin(from.question);
      try {
        // A notice does not change the message whose button was pressed.
        at = await deliver(at, reply, last, isPressed && notice);
        isPressed = false;
        return at;
      } finally {
        own.resolve();
        unanswered.delete(keyOf(from));
        if (last) stopTyping?.();
      }
    };
    const minIntervalMs = isMessage && !from.direct ? SERVER_INTERVAL_MS : INTERVAL_MS;
    const show = createThrottledStates({ minIntervalMs, clock, send });
    return (reply, state) => {
      if (isMessage && !state.last && stopTyping === undefined) {
        const route = Routes.channelTyping(from.channel);
        stopTyping = startTyping(from.channel, () =>
          call(({ rest }) => rest.post(route), { once: true }),
        );
        state.ended?.addEventListener('abort', stopTyping, { once: true });
      }
      return show(reply, state);
    };
  };

  /** Shows the last state of an old reply below the answer to the same person's newer command. */
  const openFollowUp = (old: DiscordTarget, next: InteractionTarget): Show => {
    const context = { alone: false, heading: sayIn(old.locale)('discord.late') };
    return async (reply, { last }) => {
      if (!last) return old;
      if (next.opens === 'new') await unanswered.get(next.token)?.promise;
      const isPrivate = !old.shared || !next.shared || reply.private;
      return withFiles(old, reply, (shown) =>
        followUp(next, render(old, shown, context), isPrivate),
      );
    };
  };

  return {
    /** Returns how to show the reply to a new request. */
    open: (at: DiscordTarget): Show => openAs(at, false),
    reopen: async (target: ReplyTarget, newer?: ReplyTarget): Promise<Show | undefined> => {
      const at = readTarget(target);
      if (at === undefined) return undefined;
      const isWaiting = waiting.has(keyOf(at));
      if (!isWaiting && (answersMessage(at) || isLive(at, clock))) return openAs(at, true);
      const next = newer && readTarget(newer);
      if (isLive(next, clock)) return openFollowUp(at, next);
      // A person who writes to the bot can receive direct messages.
      return isWaiting && next?.direct !== true ? undefined : openAs(at, true);
    },
    notify: async (admin: Principal, reply: ShownReply): Promise<boolean> => {
      const [, kind, user = ''] = admin.split(':');
      if (kind !== 'user') return false;
      const context = { owner: user, say: sayIn(UNKNOWN_LOCALE), alone: true };
      return writeTo(user, renderReply(reply, context)).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Whether the bot may send embeds in a channel, as far as the library knows its permissions. */
function canEmbed(client: Client<true>, id: string): boolean {
  const channel = client.channels.cache.get(id);
  if (channel === undefined || channel.isDMBased()) return true;
  return channel.permissionsFor(client.user)?.has(PermissionFlagsBits.EmbedLinks) !== false;
}

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ShownReply } from '../../../core/reply.ts';
import { DiscordFault, isOneOf } from '../errors.ts';
import type { DiscordTarget } from '../target.ts';
import type { DiscordWords } from '../words.ts';
import type { DiscordApi } from './api.ts';
import { type MessagePayload, renderReply } from './render.ts';

/** Why a person or a channel cannot be written to; anything else may be better later. */
const CLOSED = ['direct-messages-closed', 'forbidden'] as const;
/** Answers whose askers could not be reached are remembered, so that nobody is told of one twice. */
const REMEMBERED = 10_000;

/** The ways to an asker once the interaction's token is no longer good. */
export interface FallbackDelivery {
  /**
   * Sends the last state as a direct message, or, where everyone may read it, to the channel with a mention of the
   * asker. Rejects when neither was possible; then the channel tells the asker, if it can, that the answer waits for
   * their next command.
   */
  deliver(at: DiscordTarget, reply: ShownReply): Promise<void>;
  /** Whether all ways were tried and are closed, so that only the asker's next command is left. */
  isClosed(at: DiscordTarget): boolean;
}

export interface FallbackDeliveryNeeds {
  readonly api: DiscordApi;
  /** The words for the person who asked there. */
  readonly wordsAt: (at: DiscordTarget) => DiscordWords;
}

export function createFallbackDelivery({ api, wordsAt }: FallbackDeliveryNeeds): FallbackDelivery {
  // Another process that takes the answer over tries the ways again; the nonce keeps it from telling anybody twice at once.
  const closed = new LRUCache<string, true>({ max: REMEMBERED });

  const directly = async (at: DiscordTarget, reply: ShownReply): Promise<boolean> => {
    const words = wordsAt(at);
    const message = renderReply(reply, { owner: at.user, words, heading: words.late });
    return orClosed(async () => {
      const channel = at.direct ? at.channel : await api.directChannel(at.user);
      await api.send(channel, message, nonceOf(at, 'direct'));
    });
  };
  const inChannel = (at: DiscordTarget, message: MessagePayload): Promise<boolean> =>
    orClosed(() => api.send(at.channel, mentioning(at.user, message), nonceOf(at, 'channel')));

  return {
    deliver: async (at, reply) => {
      if (await directly(at, reply)) return;
      const words = wordsAt(at);
      if (!at.direct && at.shared && !reply.private) {
        const heading = `<@${at.user}> ${words.late}`;
        if (await inChannel(at, renderReply(reply, { owner: at.user, words, heading }))) return;
      } else if (!at.direct) {
        await inChannel(at, { body: { content: `<@${at.user}> ${words.answerWaits}` }, files: [] });
      }
      closed.set(at.token, true);
      throw new DiscordFault('direct-messages-closed', 'The answer waits for the next command of its asker');
    },
    isClosed: ({ token }) => closed.has(token),
  };
}

async function orClosed(send: () => Promise<void>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (isOneOf(error, CLOSED)) return false;
    throw error;
  }
}

/** The one mention that is meant: of the person who asked. */
function mentioning(user: string, { body, files }: MessagePayload): MessagePayload {
  return { body: { ...body, allowed_mentions: { parse: [], users: [user] } }, files };
}

/** The same for the same answer, so that sending it again after a lost response makes no second message. */
function nonceOf({ token }: DiscordTarget, way: string): string {
  return createHash('sha256').update(`${way} ${token}`).digest('base64url').slice(0, 25);
}

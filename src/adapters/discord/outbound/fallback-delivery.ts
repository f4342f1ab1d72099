import { LRUCache } from 'lru-cache';
import type { ShownReply } from '../../../core/reply.ts';
import type { Say } from '../../../format/words/say.ts';
import { DiscordFault, isOneOf } from '../errors.ts';
import { askedIn, type DiscordTarget, nonceOf } from '../target.ts';
import type { DiscordApi } from './api.ts';
import type { MessagePayload } from './render.ts';
import { putOrLeaveFiles } from './without-files.ts';

/** Reasons for which a person or a channel cannot be written to permanently; others may be temporary. */
const CLOSED = ['direct-messages-closed', 'forbidden'] as const;
/** Answers whose askers could not be reached, remembered so that nobody is told twice. */
const REMEMBERED = 10_000;

/** Delivers answers that cannot be shown where they were asked for, or not any more. */
export interface FallbackDelivery {
  /**
   * Sends the last state as a direct message, or, if everyone may read it, to the channel with a mention of the asker.
   * Rejects if neither is possible; then it tries to tell the asker in the channel that the answer will come with their next
   * command. A late one says that it is.
   */
  deliver(at: DiscordTarget, reply: ShownReply, how: { readonly late: boolean }): Promise<void>;
  /** Whether all ways have failed permanently, so that only the asker's next command remains. */
  isClosed(at: DiscordTarget): boolean;
}

/** What {@link createFallbackDelivery} works with. */
export interface FallbackDeliveryNeeds {
  readonly api: DiscordApi;
  /** Returns the catalogue for the person who asked. */
  readonly sayAt: (at: DiscordTarget) => Say;
  /** Makes the commands clickable that a Markdown text names. */
  readonly mention?: ((markdown: string) => string) | undefined;
}

/** Creates the fallback delivery. */
export function createFallbackDelivery({ api, sayAt, mention }: FallbackDeliveryNeeds): FallbackDelivery {
  // A process that takes the answer over tries again; the nonce prevents duplicate messages.
  const closed = new LRUCache<string, true>({ max: REMEMBERED });

  const directly = async (at: DiscordTarget, reply: ShownReply, heading: string): Promise<boolean> => {
    const context = { owner: at.user, say: sayAt(at), alone: true, mention, heading };
    return orClosed(async () => {
      const channel = at.direct ? at.channel : await api.directChannel(at.user);
      await putOrLeaveFiles(reply, context, (message) =>
        api.send(channel, message, { nonce: nonceOf(at, 'direct') }),
      );
    });
  };
  const toChannel = (at: DiscordTarget, message: MessagePayload): Promise<string> =>
    api.send(at.channel, mentioning(at.user, message), { nonce: nonceOf(at, 'channel') });
  const inChannel = (at: DiscordTarget, reply: ShownReply): Promise<boolean> => {
    const say = sayAt(at);
    const context = { owner: at.user, say, mention, heading: `<@${at.user}> ${say('discord.late')}` };
    return orClosed(() => putOrLeaveFiles(reply, context, (message) => toChannel(at, message)));
  };

  return {
    deliver: async (at, reply, { late }) => {
      const say = sayAt(at);
      if (await directly(at, reply, late ? say('discord.late') : '')) return;
      if (!at.direct && at.shared && !reply.private) {
        if (await inChannel(at, reply)) return;
      } else if (!at.direct) {
        const content = `<@${at.user}> ${say('discord.answerWaits')}`;
        await orClosed(() => toChannel(at, { body: { content }, files: [] }));
      }
      closed.set(askedIn(at), true);
      throw new DiscordFault('direct-messages-closed', 'The answer waits for the next command of its asker');
    },
    isClosed: (at) => closed.has(askedIn(at)),
  };
}

async function orClosed(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (isOneOf(error, CLOSED)) return false;
    throw error;
  }
}

/** Allows a single mention: the person who asked. */
function mentioning(user: string, { body, files }: MessagePayload): MessagePayload {
  return { body: { ...body, allowed_mentions: { parse: [], users: [user] } }, files };
}

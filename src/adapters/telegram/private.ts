import type { Api } from 'grammy';
import type { TelegramOptions } from './bot.ts';
import { faultOf } from './errors.ts';
import type { KeptAsks } from './inline.ts';
import { escapeHtml } from './lines.ts';
import type { PutMessage } from './message.ts';
import type { RenderedReply } from './render.ts';
import type { Target } from './target.ts';

/** Most members of a group have never opened the private chat, and 15 seconds after a press nothing can be sent behind it. */
const CLOSED: readonly string[] = ['unreachable', 'refused', 'gone'];

/** What {@link createAside} works with. */
export interface AsideOptions extends Pick<TelegramOptions, 'sayIn'> {
  readonly api: Api;
  readonly put: PutMessage;
  readonly asks: Pick<KeptAsks, 'keep'>;
  /** The bot's name; undefined until connected. */
  readonly username: () => string | undefined;
  /** Whether the server shows a message of a group to one person if it is asked to. */
  readonly isEphemeralOffered: () => boolean;
}

/** Creates what shows private replies to what was asked in a group. */
export function createAside({ api, put, asks, sayIn, username, isEphemeralOffered }: AsideOptions) {
  const putIfAllowed = async (
    by: Api,
    target: Target,
    rendered: RenderedReply,
  ): Promise<Target | undefined> => {
    try {
      return await put(by, target, rendered);
    } catch (error) {
      if (CLOSED.includes(faultOf(error).kind)) return undefined;
      throw error;
    }
  };
  /** Whether Telegram shows it to the asker alone: in what is there already, or behind what the person just did. */
  const mayBeAlone = (target: Target): boolean => {
    if (target.where !== 'ephemeral') return false;
    const { message, behind } = target;
    return (message ?? behind?.message) !== undefined || (behind !== undefined && isEphemeralOffered());
  };
  /** The link that asks the same in the private chat, if possible. */
  const linkFor = async (target: Target): Promise<string> => {
    const link = `https://t.me/${username()}`;
    if (target.where === 'inline' || target.again === undefined || target.user === undefined) return link;
    const kept = asks.keep({ owner: target.user, ...target.again });
    return kept.then((name) => `${link}?start=ask-${name}`).catch(() => link);
  };
  return {
    /**
     * Writes in the group for the asker alone if Telegram lets the bot, else in the private chat. Resolves with undefined if
     * that is closed to the bot.
     */
    put: async (by: Api, target: Target, rendered: RenderedReply): Promise<Target | undefined> => {
      const alone = mayBeAlone(target) ? await putIfAllowed(by, target, rendered) : undefined;
      const { user, kind, locale } = target;
      if (alone !== undefined || user === undefined) return alone;
      return putIfAllowed(by, { kind, where: 'chat', chat: user, user, locale }, rendered);
    },
    /** Says in the group that the answer waits until the private chat is opened. */
    askToOpenChat: async (target: Target): Promise<Target> => {
      const say = sayIn(target.locale);
      const url = await linkFor(target);
      const words = say(url.includes('?') ? 'telegram.openPrivateChatForAnswer' : 'telegram.openPrivateChat');
      const shown = sentence(words, [[{ text: say('telegram.openPrivateChatButton'), url }]]);
      if (target.where !== 'ephemeral') return put(api, target, shown);
      const { message: _, behind: __, ...at } = target;
      // What nobody else has seen cannot be replied to, so the person is mentioned.
      const html = `<a href="tg://user?id=${at.user}">🔔</a> ${shown.html}`;
      return put(api, { ...at, where: 'chat' }, { ...shown, html });
    },
    /** Says in the placeholder in the group that the answer is in the private chat. Never rejects. */
    conclude: async (target: Target): Promise<void> => {
      if (target.where !== 'chat' || target.message === undefined || target.pressed) return;
      const words = sayIn(target.locale)('telegram.answeredInPrivate');
      await put(api, target, sentence(words)).catch(() => undefined);
    },
  };
}

function sentence(text: string, keyboard: RenderedReply['keyboard'] = []): RenderedReply {
  return { html: escapeHtml(text), keyboard, files: [] };
}

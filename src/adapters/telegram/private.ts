import type { Api } from 'grammy';
import type { SayIn } from '../../format/words/say.ts';
import { faultOf } from './errors.ts';
import type { KeptAsks } from './inline.ts';
import { escapeHtml } from './lines.ts';
import type { PutMessage } from './message.ts';
import type { RenderedReply } from './render.ts';
import type { EphemeralTarget, Target } from './target.ts';

/** What {@link createAside} works with. */
interface AsideOptions {
  readonly api: Api;
  readonly put: PutMessage;
  readonly asks: Pick<KeptAsks, 'keep'>;
  readonly sayIn: SayIn;
  /** The bot's name; undefined until connected. */
  readonly username: () => string | undefined;
  /** Whether the server shows a message of a group to one person if it is asked to. */
  readonly isEphemeralOffered: () => boolean;
}

/** Shows in a group's stead what its asker alone may read. */
export interface Aside {
  /**
   * Writes in the group for the asker alone if Telegram lets the bot, else in the private chat. Resolves with undefined if
   * that is closed to the bot.
   */
  put(api: Api, target: Target, rendered: RenderedReply): Promise<Target | undefined>;
  /** Says in the group that the answer waits until the private chat is opened. */
  askToOpenChat(target: Target): Promise<Target>;
  /** Says in the placeholder in the group that the answer is in the private chat. Never rejects. */
  conclude(target: Target): Promise<void>;
}

/** Creates what shows private replies. */
export function createAside({ api, put, asks, sayIn, username, isEphemeralOffered }: AsideOptions): Aside {
  const putIfAllowed = async (
    by: Api,
    target: Target,
    rendered: RenderedReply,
  ): Promise<Target | undefined> => {
    try {
      return await put(by, target, rendered);
    } catch (error) {
      const fault = faultOf(error);
      // Most members of a group have never opened the private chat; the 15 seconds may be over.
      if (['unreachable', 'refused', 'gone', 'no-topic'].includes(fault.kind)) return undefined;
      throw fault;
    }
  };
  const payloadFor = async (target: Target): Promise<string> => {
    if (target.where === 'inline' || target.again === undefined || target.user === undefined) return '';
    const kept = asks.keep({ owner: target.user, ...target.again });
    return kept.then((name) => `?start=ask-${name}`).catch(() => '');
  };
  /** Whether Telegram shows it to the asker alone: in what is there already, or behind what the person just did. */
  const mayBeAlone = (target: Target): target is EphemeralTarget => {
    if (target.where !== 'ephemeral') return false;
    const { message, behind } = target;
    return (
      message !== undefined || behind?.message !== undefined || (behind !== undefined && isEphemeralOffered())
    );
  };
  return {
    put: async (by, target, rendered) => {
      const alone = mayBeAlone(target) ? await putIfAllowed(by, target, rendered) : undefined;
      const { user, kind, locale } = target;
      if (alone !== undefined || user === undefined) return alone;
      return putIfAllowed(by, { kind, where: 'chat', chat: user, user, locale }, rendered);
    },
    askToOpenChat: async (target) => {
      const say = sayIn(target.locale);
      const payload = await payloadFor(target);
      const words = say(payload === '' ? 'telegram.openPrivateChat' : 'telegram.openPrivateChatForAnswer');
      const url = `https://t.me/${username()}${payload}`;
      const shown = sentence(words, [[{ text: say('telegram.openPrivateChatButton'), url }]]);
      if (target.where !== 'ephemeral') return put(api, target, shown);
      const { user, message: _, behind: __, ...at } = target;
      // What nobody else has seen cannot be replied to, so the person is mentioned.
      const html = `<a href="tg://user?id=${user}">🔔</a> ${shown.html}`;
      return put(api, { ...at, where: 'chat' }, { ...shown, html });
    },
    conclude: async (target) => {
      if (target.where !== 'chat' || target.message === undefined || target.pressed) return;
      const words = sayIn(target.locale)('telegram.answeredInPrivate');
      await put(api, target, sentence(words)).catch(() => undefined);
    },
  };
}

function sentence(text: string, keyboard: RenderedReply['keyboard'] = []): RenderedReply {
  return { html: escapeHtml(text), plain: text, keyboard, files: [] };
}

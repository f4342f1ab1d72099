import type { Say } from '../../../../format/words/say.ts';
import { faultOf } from '../../errors.ts';
import { type ChatTarget, inOpenGroup, type Target } from '../../target.ts';
import type { RenderedReply } from '../render.ts';
import { createJoining, mention } from './joining.ts';
import { putSomehow, type RemedyNeeds, sentence } from './remedies.ts';
import { createToAsker, type PutToAsker } from './to-asker.ts';
import { sendMessage, type Writing } from './write.ts';

/** What {@link createMessages} works with. */
export interface MessagesNeeds extends Omit<RemedyNeeds, 'sendAnswer'> {
  /** undefined until connected. */
  readonly username: () => string | undefined;
}

/** Writes texts into messages and handles Telegram's refusals. Methods throw `TelegramFault`. */
export interface Messages {
  /** Sends a message, or edits the existing one. Resolves with the new target. */
  put(target: Target, rendered: RenderedReply, writing: Writing): Promise<Target>;
  /** Writes in the group for the asker alone; resolves with undefined if Telegram does not let the bot. */
  readonly toAsker: PutToAsker;
  /** Sends to the asker's private chat; resolves with undefined if it is closed to the bot. */
  inPrivate(target: Target, rendered: RenderedReply, writing: Writing): Promise<ChatTarget | undefined>;
  /** Says in the group that the answer waits until the private chat is opened. */
  askToOpenChat(target: Target): Promise<Target>;
  /** Concludes a message in a group whose answer went to the private chat. */
  concludeGroup(target: Target): Promise<void>;
}

/** Creates the writer of messages. */
export function createMessages(options: MessagesNeeds): Messages {
  const { sayIn, username, incidents, calls } = options;
  const needs: RemedyNeeds = {
    ...options,
    sendAnswer: createJoining({ calls, send: (answer) => sendMessage(options.api, answer) }),
  };
  const put: Messages['put'] = async (target, rendered, writing) => {
    // One possible placeholder is enough; only the answer itself is sent in addition.
    if (target.where === 'chat' && target.inDoubt && target.message === undefined && !writing.last)
      return target;
    const incident = unreachable(target);
    try {
      const stands = await putSomehow(needs, { target, rendered, ...writing });
      incidents.over(incident);
      return stands;
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'unreachable') incidents.tell(incident, UNREACHABLE, { said: fault.message });
      throw fault;
    }
  };
  return {
    put,
    toAsker: createToAsker(needs),
    inPrivate: async ({ user, kind, locale }, rendered, writing) => {
      if (user === undefined) return undefined;
      const target: ChatTarget = { kind, where: 'chat', chat: user, group: false, user, locale };
      try {
        const stands = await putSomehow(needs, { target, rendered, ...writing });
        return stands.where === 'chat' ? stands : undefined;
      } catch (error) {
        const fault = faultOf(error);
        // Most group members have never opened the private chat, so this is no incident.
        if (fault.kind === 'unreachable' || fault.kind === 'refused') return undefined;
        throw fault;
      }
    },
    askToOpenChat: (target) => {
      const say = sayIn(target.locale);
      const open = target.where === 'ephemeral' ? inOpenGroup(target) : target;
      const start = open.where === 'chat' ? open.start : undefined;
      const words = start === undefined ? 'telegram.openPrivateChat' : 'telegram.openPrivateChatForAnswer';
      const rendered = sentence(say(words), openChatButton(say, username(), start));
      // What nobody else has seen cannot be replied to, so the person is mentioned.
      const html =
        target.where === 'ephemeral' ? `${mention(target.user, '🔔')} ${rendered.html}` : rendered.html;
      return put(open, { ...rendered, html }, { last: true });
    },
    concludeGroup: async (target) => {
      const isPlaceholder = target.where === 'guest' || (target.message !== undefined && !target.pressed);
      // The answer is in the private chat; failing to say so loses nothing.
      if (isPlaceholder)
        await putSomehow(needs, {
          ...{ target, last: true },
          rendered: sentence(sayIn(target.locale)('telegram.answeredInPrivate')),
        }).catch(() => undefined);
    },
  };
}

const UNREACHABLE =
  'A chat cannot be written to: the person has blocked the bot or never started it, or the bot was removed from the group or may not write there. Its answers are kept and tried again for a while; a group has to let the bot send messages again';

function unreachable(target: Target): string {
  return `unreachable:${target.where === 'chat' ? target.chat : target.where}`;
}

/** @param start what pressing Start there sends along */
function openChatButton(say: Say, username: string | undefined, start?: string): RenderedReply['keyboard'] {
  if (username === undefined) return [];
  const url = `https://t.me/${username}${start === undefined ? '' : `?start=${start}`}`;
  return [[{ text: say('telegram.openPrivateChatButton'), url }]];
}

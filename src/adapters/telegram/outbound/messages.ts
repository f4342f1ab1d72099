import type { Say } from '../../../format/words/say.ts';
import { faultOf, type TelegramFault } from '../errors.ts';
import type { Incidents } from '../incidents.ts';
import type { ChatTarget, Target } from '../target.ts';
import { createJoining } from './joining.ts';
import type { RenderedReply } from './render.ts';
import { escapeHtml } from './sanitize.ts';
import { type Attempt, putOnce, sendMessage, shownAt, type Writing, type WritingNeeds } from './write.ts';

/** Most alternative forms of a call tried after refusals. */
const MOST_REMEDIES = 4;

/** What {@link createMessages} works with. */
export interface MessagesNeeds extends Omit<WritingNeeds, 'sendAnswer'> {
  readonly incidents: Incidents;
  readonly sayIn: (locale: string) => Say;
  /** undefined until connected. */
  readonly username: () => string | undefined;
}

type Parts = MessagesNeeds & WritingNeeds;

/** Writes texts into messages and handles Telegram's refusals. Methods throw `TelegramFault`. */
export interface Messages {
  /** Sends a message, or edits the existing one. Resolves with the new target. */
  put(target: Target, rendered: RenderedReply, writing: Writing): Promise<Target>;
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
  const needs: Parts = {
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
      const start = target.where === 'chat' ? target.start : undefined;
      const words = start === undefined ? 'telegram.openPrivateChat' : 'telegram.openPrivateChatForAnswer';
      const rendered = sentence(say(words), openChatButton(say, username(), start));
      return put(target, rendered, { last: true });
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

/** Tries other forms of the call if Telegram says what is wrong with the first. */
async function putSomehow(needs: Parts, first: Attempt): Promise<Target> {
  let attempt = first;
  for (let remedies = 0; ; remedies += 1) {
    try {
      return await putOnce(needs, attempt);
    } catch (error) {
      if (error === attempt.signal?.reason) throw error;
      const fault = faultOf(error);
      const settled = await settledAfter(needs, fault, attempt);
      if (settled !== undefined) return settled;
      const remedy = remedyFor(fault, attempt, needs.incidents);
      if (remedy === undefined || remedies === MOST_REMEDIES) throw fault;
      attempt = { ...attempt, ...remedy };
    }
  }
}

/** Where the reply stands all the same; undefined if it does not. */
async function settledAfter(
  needs: Parts,
  { kind }: TelegramFault,
  { target, last }: Attempt,
): Promise<Target | undefined> {
  if (kind === 'not-modified') return shownAt(target);
  if (kind === 'lost' && isNew(target)) return inDoubt(needs, target, last);
  return undefined;
}

function isNew(target: Target): target is ChatTarget {
  return target.where === 'chat' && (target.message === undefined || target.joined === true);
}

function remedyFor(
  { kind, message, migratedTo }: TelegramFault,
  { target, rendered }: Attempt,
  incidents: Incidents,
): Pick<Attempt, 'target' | 'rendered'> | undefined {
  if (kind === 'entities' && rendered.html !== rendered.plain) {
    incidents.tell(
      'entities',
      'Telegram did not understand the formatting of a reply; it was sent as plain text. Please report this as a fault of the bot',
      { said: message },
    );
    return { target, rendered: { ...rendered, html: rendered.plain } };
  }
  if (target.where !== 'chat') return undefined;
  const { message: stands, replyTo, thread, pressed: _, ...rest } = target;
  const answering = replyTo === undefined ? {} : { replyTo };
  if (kind === 'gone' && stands !== undefined)
    return { target: { ...rest, ...answering, ...(thread !== undefined && { thread }) }, rendered };
  if (kind === 'no-topic' && thread !== undefined) return { target: rest, rendered };
  if (kind === 'migrated' && migratedTo !== undefined && migratedTo !== target.chat) {
    incidents.tell(
      `migrated:${target.chat}`,
      'A group has become a supergroup and has a new id; answers follow it. Where the old id stands in ALLOWED or ADMINS, write the new one',
      { from: target.chat, to: migratedTo },
    );
    // Message and topic ids stay the same when a group migrates.
    return { target: { ...rest, chat: migratedTo }, rendered };
  }
  return undefined;
}

/**
 * Whether the message arrived is unknown. An intermediate state may be lost. Repeating the answer might show it twice, not
 * repeating might lose it; so the person is told and can see which it is.
 */
async function inDoubt(needs: Parts, target: ChatTarget, last: boolean): Promise<Target> {
  const doubtful: Target = { ...target, inDoubt: true };
  if (!last) return doubtful;
  needs.incidents.tell(
    'in-doubt',
    'The connection to Telegram broke while an answer was sent. It is not sent again, since it may have arrived; the person was told to ask again if it has not',
  );
  // If this also fails, Telegram is most likely unreachable and has neither message; the request stays open.
  await putOnce(needs, {
    target,
    last,
    rendered: sentence(needs.sayIn(target.locale)('telegram.maybeNotArrived')),
  });
  return doubtful;
}

function sentence(text: string, keyboard: RenderedReply['keyboard'] = []): RenderedReply {
  return { html: escapeHtml(text), plain: text, keyboard, files: [] };
}

/** @param start what pressing Start there sends along */
function openChatButton(say: Say, username: string | undefined, start?: string): RenderedReply['keyboard'] {
  if (username === undefined) return [];
  const url = `https://t.me/${username}${start === undefined ? '' : `?start=${start}`}`;
  return [[{ text: say('telegram.openPrivateChatButton'), url }]];
}

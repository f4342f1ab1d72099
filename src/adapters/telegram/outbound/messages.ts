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
  put(place: Target, rendered: RenderedReply, writing: Writing): Promise<Target>;
  /** Sends to the asker's private chat; resolves with undefined if it is closed to the bot. */
  inPrivate(place: Target, rendered: RenderedReply, writing: Writing): Promise<ChatTarget | undefined>;
  /** Says in the group that the answer waits until the private chat is opened. */
  askToOpenChat(place: Target): Promise<Target>;
  /** Concludes a message in a group whose answer went to the private chat. */
  concludeGroup(place: Target): Promise<void>;
}

/** Creates the writer of messages. */
export function createMessages(options: MessagesNeeds): Messages {
  const { sayIn, username, incidents, calls } = options;
  const needs: Parts = {
    ...options,
    sendAnswer: createJoining({ calls, send: (answer) => sendMessage(options.api, answer) }),
  };
  const put: Messages['put'] = async (place, rendered, writing) => {
    // One possible placeholder is enough; only the answer itself is sent in addition.
    if (place.where === 'chat' && place.inDoubt && place.message === undefined && !writing.last) return place;
    const incident = unreachable(place);
    try {
      const stands = await putSomehow(needs, { place, rendered, ...writing });
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
      const place: ChatTarget = { kind, where: 'chat', chat: user, group: false, user, locale };
      try {
        const stands = await putSomehow(needs, { place, rendered, ...writing });
        return stands.where === 'chat' ? stands : undefined;
      } catch (error) {
        const fault = faultOf(error);
        // Most group members have never opened the private chat, so this is no incident.
        if (fault.kind === 'unreachable' || fault.kind === 'refused') return undefined;
        throw fault;
      }
    },
    askToOpenChat: (place) => {
      const say = sayIn(place.locale);
      const start = place.where === 'chat' ? place.start : undefined;
      const words = start === undefined ? 'telegram.openPrivateChat' : 'telegram.openPrivateChatForAnswer';
      const rendered = sentence(say(words), openChatButton(say, username(), start));
      return put(place, rendered, { last: true });
    },
    concludeGroup: async (place) => {
      const isPlaceholder = place.where === 'guest' || (place.message !== undefined && !place.pressed);
      // The answer is in the private chat; failing to say so loses nothing.
      if (isPlaceholder)
        await putSomehow(needs, {
          ...{ place, last: true },
          rendered: sentence(sayIn(place.locale)('telegram.answeredInPrivate')),
        }).catch(() => undefined);
    },
  };
}

const UNREACHABLE =
  'A chat cannot be written to: the person has blocked the bot or never started it, or the bot was removed from the group or may not write there. Its answers are kept and tried again for a while; a group has to let the bot send messages again';

function unreachable(place: Target): string {
  return `unreachable:${place.where === 'chat' ? place.chat : place.where}`;
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
  { place, last }: Attempt,
): Promise<Target | undefined> {
  if (kind === 'not-modified') return shownAt(place);
  if (kind === 'lost' && isNew(place)) return inDoubt(needs, place, last);
  return undefined;
}

function isNew(place: Target): place is ChatTarget {
  return place.where === 'chat' && (place.message === undefined || place.joined === true);
}

function remedyFor(
  { kind, message, migratedTo }: TelegramFault,
  { place, rendered }: Attempt,
  incidents: Incidents,
): Pick<Attempt, 'place' | 'rendered'> | undefined {
  if (kind === 'entities' && rendered.html !== rendered.plain) {
    incidents.tell(
      'entities',
      'Telegram did not understand the formatting of a reply; it was sent as plain text. Please report this as a fault of the bot',
      { said: message },
    );
    return { place, rendered: { ...rendered, html: rendered.plain } };
  }
  if (place.where !== 'chat') return undefined;
  const { message: stands, replyTo, thread, pressed: _, ...rest } = place;
  const answering = replyTo === undefined ? {} : { replyTo };
  if (kind === 'gone' && stands !== undefined)
    return { place: { ...rest, ...answering, ...(thread !== undefined && { thread }) }, rendered };
  if (kind === 'no-topic' && thread !== undefined) return { place: rest, rendered };
  if (kind === 'migrated' && migratedTo !== undefined && migratedTo !== place.chat) {
    incidents.tell(
      `migrated:${place.chat}`,
      'A group has become a supergroup and has a new id; answers follow it. Where the old id stands in ALLOWED or ADMINS, write the new one',
      { from: place.chat, to: migratedTo },
    );
    // Message and topic ids stay the same when a group migrates.
    return { place: { ...rest, chat: migratedTo }, rendered };
  }
  return undefined;
}

/**
 * Whether the message arrived is unknown. An intermediate state may be lost. Repeating the answer might show it twice, not
 * repeating might lose it; so the person is told and can see which it is.
 */
async function inDoubt(needs: Parts, place: ChatTarget, last: boolean): Promise<Target> {
  const doubtful: Target = { ...place, inDoubt: true };
  if (!last) return doubtful;
  needs.incidents.tell(
    'in-doubt',
    'The connection to Telegram broke while an answer was sent. It is not sent again, since it may have arrived; the person was told to ask again if it has not',
  );
  // If this also fails, Telegram is most likely unreachable and has neither message; the request stays open.
  await putOnce(needs, {
    place,
    last,
    rendered: sentence(needs.sayIn(place.locale)('telegram.maybeNotArrived')),
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

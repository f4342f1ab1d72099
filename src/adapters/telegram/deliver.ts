import type { Api } from 'grammy';
import type { Show } from '../../core/adapter.ts';
import type { Clock } from '../../core/clock.ts';
import type { ShownReply } from '../../core/reply.ts';
import type { SayIn } from '../../format/words/say.ts';
import type { Log } from '../../ops/log/log.ts';
import { createThrottledStates, createTyping } from '../progress.ts';
import type { Questions } from '../questions.ts';
import { isNotice, withoutFiles } from '../shown-reply.ts';
import { faultOf, type TelegramBot } from './bot.ts';
import type { SavedCommands } from './inline.ts';
import { escapeHtml, type RenderedReply, renderReply } from './render.ts';
import {
  belowPressed,
  createSendOrEdit,
  inPrivate,
  isGroup,
  sendFile,
  type Target,
} from './target.ts';

/** The least time between two states of a reply; the limits of the chat may make it longer. */
const PRIVATE_INTERVAL_MS = 1_000;
/** In a group 20 calls a minute are for all its people. */
const GROUP_INTERVAL_MS = 5_000;
/** Bot API, sendChatAction: "The status is set for 5 seconds or less". */
const TYPING_MS = 4_500;
/** Most members of a group have never opened the private chat, and 15 seconds after a press nothing can be sent behind it. */
const CLOSED: readonly string[] = ['unreachable', 'refused', 'gone'];

/**
 * Returns how to show a reply at a target: one message, edited with each state.
 * @param isEphemeralOffered whether the server shows a message of a group to one person if it is asked to
 */
export function createDeliver(
  telegram: TelegramBot,
  questions: Questions,
  savedCommands: SavedCommands,
  isEphemeralOffered: () => boolean,
  { sayIn, clock, log }: { readonly sayIn: SayIn; readonly clock: Clock; readonly log: Log },
): (start: Target) => Show {
  const { bot, progress, hasRoom } = telegram;
  const sendOrEdit = createSendOrEdit();
  const startTyping = createTyping(clock, TYPING_MS);

  /** Sends the files below the reply; if they do not get through, the reply says so and offers them again. */
  const complete = async (
    target: Target,
    reply: ShownReply,
    { files }: RenderedReply,
  ): Promise<Target> => {
    let areAllSent = true;
    for (const file of files)
      areAllSent = (await sendFile(bot.api, target, file, log)) && areAllSent;
    if (areAllSent) return target;
    const say = sayIn(target.locale);
    return sendOrEdit(
      bot.api,
      target,
      renderReply(withoutFiles(reply, say), { say, files: false }),
    );
  };
  const renderAt = (at: Target, reply: ShownReply): RenderedReply => {
    // The asker can be shown more than the others in a group, or show them what they do not see.
    const isOffered = at.where === 'chat' && isGroup(at) && isEphemeralOffered();
    const buttonsFor = at.where === 'ephemeral' ? 'everyone' : isOffered ? 'asker' : undefined;
    return renderReply(reply, { say: sayIn(at.locale), files: true, buttonsFor });
  };

  const sendIfAllowed: typeof sendAlone = (api, target, reply) =>
    sendOrEdit(api, target, renderAt(target, reply)).catch((error) => {
      if (CLOSED.includes(faultOf(error).kind)) return undefined;
      throw error;
    });
  /**
   * Shows a reply to the asker alone: as an ephemeral message in the group if Telegram allows it, otherwise in the private
   * chat. Resolves with undefined if the bot may not write there.
   */
  const sendAlone = async (
    api: Api,
    target: Target,
    reply: ShownReply,
  ): Promise<Target | undefined> => {
    const trigger = target.where === 'ephemeral' ? target.trigger : undefined;
    const hasMessage =
      target.where === 'ephemeral' && (target.message ?? trigger?.message) !== undefined;
    const canBeEphemeral = hasMessage || (trigger !== undefined && isEphemeralOffered());
    const ephemeral = canBeEphemeral ? await sendIfAllowed(api, target, reply) : undefined;
    const privately = inPrivate(target);
    return ephemeral ?? (privately && sendIfAllowed(api, privately, reply));
  };
  /** The link that repeats the command in the private chat, if possible. */
  const linkFor = async ({ user: owner, privateCommand }: Target): Promise<string> => {
    const { username } = bot.botInfo;
    const link = `https://t.me/${username}`;
    if (privateCommand === undefined || owner === undefined) return link;
    return savedCommands.linkTo(username, { owner, ...privateCommand }).catch(() => link);
  };
  /** Says in the group that the answer waits until the private chat is opened. */
  const askToOpenChat = async (target: Target): Promise<Target> => {
    const say = sayIn(target.locale);
    const url = await linkFor(target);
    const words = say(
      url.includes('?') ? 'telegram.openPrivateChatForAnswer' : 'telegram.openPrivateChat',
    );
    const shown = sentence(words, [[{ text: say('telegram.openPrivateChatButton'), url }]]);
    if (target.where !== 'ephemeral') return sendOrEdit(bot.api, target, shown);
    const { message: _, trigger: __, ...at } = target;
    // What nobody else has seen cannot be replied to, so the person is mentioned.
    const html = `<a href="tg://user?id=${at.user}">🔔</a> ${shown.html}`;
    return sendOrEdit(bot.api, { ...at, where: 'chat' }, { ...shown, html });
  };
  const showToAsker = async (at: Target, reply: ShownReply, last: boolean): Promise<Target> => {
    const below = belowPressed(at);
    const shown = await sendAlone(
      last ? bot.api : progress,
      last && isNotice(reply) ? below : at,
      reply,
    );
    if (shown === undefined) return last ? askToOpenChat(below) : at;
    if (shown.where === 'chat' && at.where === 'chat' && at.message !== undefined && !at.pressed) {
      // The placeholder in the group.
      const word = sentence(sayIn(at.locale)('telegram.answeredInPrivate'));
      await sendOrEdit(bot.api, at, word).catch(() => undefined);
    }
    return last ? complete(shown, reply, renderAt(shown, reply)) : shown;
  };

  /** An edited question changes its previous answer, even one whose first state was not shown yet. */
  const inPreviousAnswer = async (target: Target): Promise<Target> => {
    if (target.where !== 'chat' || target.message !== undefined || target.question === undefined)
      return target;
    const before = await questions.previousAnswer(target.question);
    return before === undefined ? target : { ...target, message: Number(before), pressed: true };
  };
  const showToAll = async (target: Target, reply: ShownReply, last: boolean): Promise<Target> => {
    const notice = last && isNotice(reply);
    const own = await inPreviousAnswer(target);
    const at = notice ? belowPressed(own) : own;
    const rendered = renderAt(at, reply);
    const shown = await sendOrEdit(last ? bot.api : progress, at, rendered);
    if (
      !notice &&
      shown.where === 'chat' &&
      shown.question !== undefined &&
      shown.message !== undefined
    )
      void questions.saveAnswer(shown.question, String(shown.message), last);
    return last ? complete(shown, reply, rendered) : shown;
  };

  const showAt: typeof showToAll = (target, reply, last) =>
    target.where === 'ephemeral' || (reply.private && isGroup(target))
      ? showToAsker(target, reply, last)
      : showToAll(target, reply, last);

  return (start) => {
    let target = start;
    let stopTyping: (() => void) | undefined;
    const question = start.where === 'chat' ? start.question : undefined;
    const showState = async (reply: ShownReply, last: boolean): Promise<Target> => {
      // After a restart the message has it already.
      if (reply.placeholder && !last && start.message !== undefined && !start.pressed)
        return target;
      // The question was edited meanwhile, and its new answer takes this place.
      if (question !== undefined && questions.isOutdated(question)) return target;
      return showAt(target, reply, last);
    };
    const send = async (reply: ShownReply, last: boolean): Promise<Target> => {
      try {
        target = await showState(reply, last);
      } catch (error) {
        if (last) throw error;
        // Progress that was not shown is followed by a newer state.
        log.debug({ err: error }, 'A state of a reply was not shown');
      } finally {
        if (last) stopTyping?.();
      }
      return target;
    };
    const minIntervalMs = isGroup(start) ? GROUP_INTERVAL_MS : PRIVATE_INTERVAL_MS;
    const show = createThrottledStates({ minIntervalMs, clock, send });
    return (reply, state) => {
      if (question !== undefined && !(state.last && isNotice(reply))) questions.begin(question);
      if (!state.last && stopTyping === undefined && target.where === 'chat') {
        const { chat, thread } = target;
        const topic = thread === undefined ? {} : { message_thread_id: thread };
        stopTyping = startTyping(`${chat}:${thread}`, async () => {
          if (hasRoom(chat)) await progress.sendChatAction(chat, 'typing', topic);
        });
        state.ended?.addEventListener('abort', stopTyping, { once: true });
      }
      return show(reply, state);
    };
  };
}

function sentence(text: string, keyboard: RenderedReply['keyboard'] = []): RenderedReply {
  return { html: escapeHtml(text), keyboard, files: [] };
}

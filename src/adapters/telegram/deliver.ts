import type { Api } from 'grammy';
import type { Show } from '../../core/adapter.ts';
import type { ShownReply } from '../../core/reply.ts';
import type { Say } from '../../format/words/say.ts';
import type { Questions } from '../questions.ts';
import { isNotice, withoutFiles } from '../shown-reply.ts';
import { createThrottledStates, type Putting } from '../throttled-states.ts';
import { createTyping } from '../typing.ts';
import type { TelegramBot, TelegramOptions } from './bot.ts';
import { createPutMessage, createSendFiles } from './message.ts';
import { type AsideOptions, createAside } from './private.ts';
import { type RenderContext, type RenderedReply, renderReply } from './render.ts';
import { besidePressed, type ChatTarget, isGroup, type Target } from './target.ts';

/** At least between two states of a reply on the way; the limits of the chat may make it more. */
const PRIVATE_INTERVAL_MS = 1_000;
/** In a group 20 calls a minute are for all its people. */
const GROUP_INTERVAL_MS = 5_000;
/** Bot API, sendChatAction: "The status is set for 5 seconds or less". */
const TYPING_TIMES = { repeatMs: 4_500, shownMs: 4_000 };

interface DeliverParts extends Pick<AsideOptions, 'asks' | 'isEphemeralOffered'> {
  readonly telegram: TelegramBot;
  readonly questions: Questions;
}

/** Creates the one way out. It opens the way to show a reply at a target: one message, edited with each state. */
export function createDeliver(
  { clock, log, sayIn }: TelegramOptions,
  { telegram, questions, asks, isEphemeralOffered }: DeliverParts,
): (start: Target) => Show {
  const { bot, progress, hasRoom } = telegram;
  const put = createPutMessage();
  const sendFiles = createSendFiles(bot.api, log);
  const username = () => (bot.isInited() ? bot.botInfo.username : undefined);
  const aside = createAside({ api: bot.api, put, asks, sayIn, username, isEphemeralOffered });
  const startTyping = createTyping<ChatTarget>({
    ...{ ...TYPING_TIMES, clock },
    keyOf: ({ chat, thread }) => `${chat}:${thread}`,
    hasRoom: ({ chat }) => hasRoom(chat),
    show: ({ chat, thread }) =>
      progress.sendChatAction(chat, 'typing', thread === undefined ? {} : { message_thread_id: thread }),
  });

  /** Sends the files below the reply; if they do not get through, the reply says so and offers them again. */
  const complete = async (target: Target, reply: ShownReply, { files }: RenderedReply): Promise<Target> => {
    if (files.length === 0 || (await sendFiles(target, files))) return target;
    const say = sayIn(target.locale);
    return put(bot.api, target, renderReply(withoutFiles(reply, say), { say, files: false }));
  };
  /** An edited question changes its answer, also one whose first state was still on its way. */
  const inAnswerBefore = async (target: Target): Promise<Target> => {
    if (target.where !== 'chat' || target.message !== undefined || target.question === undefined)
      return target;
    const before = await questions.answerBefore(target.question);
    return before === undefined ? target : { ...target, message: Number(before), pressed: true };
  };
  /** The asker can be shown more than the others in a group, or show them what they do not see. */
  const buttonsAt = (at: Target): RenderContext['buttonsFor'] => {
    if (at.where === 'ephemeral') return 'everyone';
    return at.where === 'chat' && isGroup(at) && isEphemeralOffered() ? 'asker' : undefined;
  };
  const putAside = async (at: Target, { reply, api, last }: State): Promise<Target> => {
    const beside = besidePressed(at);
    const context = { say: sayIn(at.locale), files: true, buttonsFor: buttonsAt(at) };
    const rendered = renderReply(reply, context);
    const shown = await aside.put(api, last && isNotice(reply) ? (beside ?? at) : at, rendered);
    if (shown === undefined) return last && beside !== undefined ? aside.askToOpenChat(beside) : at;
    if (shown.where === 'chat') await aside.conclude(at);
    return last ? complete(shown, reply, rendered) : shown;
  };
  const putOpen = async (target: Target, { reply, api, last }: State): Promise<Target> => {
    const notice = last && isNotice(reply);
    const stands = await inAnswerBefore(target);
    const at = notice ? besidePressed(stands) : stands;
    if (at === undefined) return target;
    const say = sayIn(at.locale);
    const context = { say, files: at.where === 'chat', buttonsFor: buttonsAt(at) };
    const rendered = renderReply(last ? withNote(reply, at, say) : reply, context);
    const shown = await put(api, at, rendered);
    const question = shown.where === 'chat' ? shown.question : undefined;
    if (!notice && question !== undefined && shown.message !== undefined)
      void questions.answered(question, String(shown.message), last);
    return last ? complete(shown, reply, rendered) : shown;
  };
  const putState = async (target: Target, state: State): Promise<Target> => {
    // The question was edited meanwhile, and its new answer takes this place.
    if (target.where === 'chat' && target.question !== undefined && questions.isOutdated(target.question))
      return target;
    const isForAsker = target.where === 'ephemeral' || (state.reply.private && isGroup(target));
    return isForAsker ? putAside(target, state) : putOpen(target, state);
  };

  return (start) => {
    let target = start;
    let isBegun = false;
    let stopTyping: (() => void) | undefined;
    const putSafely = async (reply: ShownReply, { last }: Putting): Promise<Target> => {
      try {
        target = await putState(target, { reply, last, api: last ? bot.api : progress });
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
    const show = createThrottledStates({ minIntervalMs, clock, put: putSafely });
    return (reply, state) => {
      if (start.where === 'chat' && !isBegun && !(state.last && isNotice(reply))) {
        isBegun = true;
        if (start.question !== undefined) questions.begin(start.question);
      }
      if (!state.last && stopTyping === undefined && target.where === 'chat') {
        stopTyping = startTyping(target);
        state.ended?.addEventListener('abort', stopTyping, { once: true });
      }
      return show(reply, state);
    };
  };
}

/** One state of a reply, and by what it is shown. */
interface State {
  readonly reply: ShownReply;
  readonly api: Api;
  readonly last: boolean;
}

/** Says of a picture of an album in a group that the bot does not see the others. */
function withNote(reply: ShownReply, at: Target, say: Say): ShownReply {
  if (at.where !== 'chat' || !at.onlyOne) return reply;
  const lines = [reply.note, say('telegram.onlyOneOfAlbum')];
  return { ...reply, note: lines.filter((line) => line !== undefined).join('\n') };
}

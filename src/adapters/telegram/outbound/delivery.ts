import type { Show } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ReplyFile, ShownReply } from '../../../core/reply.ts';
import type { Say } from '../../../format/words/say.ts';
import { isNotice, withoutFiles } from '../../shown-reply.ts';
import { createThrottledStates, type Putting } from '../../throttled-states.ts';
import type { StartTyping } from '../../typing.ts';
import type { EphemeralSupport } from '../ephemeral.ts';
import type { Albums } from '../memory/albums.ts';
import type { Answered } from '../memory/answered.ts';
import {
  besidePressed,
  type ChatTarget,
  type EphemeralTarget,
  shownNowhere,
  type Target,
  toAskerAt,
} from '../target.ts';
import type { Files } from './files.ts';
import type { Messages } from './messages/messages.ts';
import type { Writing } from './messages/write.ts';
import { renderReply } from './render.ts';

/** At least between two states of a reply that only tell how far it is; the limits of the chat may make it more. */
const PRIVATE_INTERVAL_MS = 1_000;
/** In a group 20 calls a minute are for all its people. */
const GROUP_INTERVAL_MS = 5_000;

/** What {@link openReply} works with. */
export interface DeliveryNeeds {
  readonly messages: Messages;
  readonly files: Files;
  readonly startTyping: StartTyping<ChatTarget>;
  readonly answered: Answered;
  readonly albums: Pick<Albums, 'sawMore'>;
  readonly ephemeral: Pick<EphemeralSupport, 'isOffered'>;
  readonly clock: Clock;
  readonly sayIn: (locale: string) => Say;
}

/** Shows one reply at a target: one message, edited with each state. */
export function openReply(needs: DeliveryNeeds, start: Target): Show {
  const { clock, messages, files } = needs;
  const say = needs.sayIn(start.locale);
  let target = start;
  let isNewest: (() => boolean) | undefined;
  let stopTyping: (() => void) | undefined;
  let mayBeEphemeral = true;

  /** Sends the files below the reply; if they do not get through, the reply says so and offers them again. */
  const sendFiles = async (reply: ShownReply, toSend: readonly ReplyFile[]): Promise<void> => {
    if (toSend.length === 0 || (await files.send(target, toSend))) return;
    target = await messages.put(target, renderReply(withoutFiles(reply, say), { say, files: false }), {
      last: true,
    });
  };
  const putInPrivate = async (reply: ShownReply, writing: Writing): Promise<Target> => {
    const { last } = writing;
    const behind = target;
    const rendered = renderReply(reply, { say, files: true });
    const moved = await messages.inPrivate(behind, rendered, writing);
    if (moved === undefined) {
      const beside = besidePressed(behind);
      return last && beside !== undefined ? messages.askToOpenChat(beside) : behind;
    }
    target = moved;
    await messages.concludeGroup(behind);
    if (last) await sendFiles(reply, rendered.files);
    return target;
  };
  const putToAsker = async (at: EphemeralTarget, reply: ShownReply, writing: Writing): Promise<Target> => {
    const rendered = renderReply(reply, { say, files: true, buttonsFor: 'everyone' });
    const isBeside = writing.last && isNotice(reply) && at.pressed !== undefined;
    const stands = mayBeEphemeral
      ? await messages.toAsker(isBeside ? shownNowhere(at) : at, rendered, writing)
      : undefined;
    if (stands === undefined) {
      mayBeEphemeral = false;
      return putInPrivate(reply, writing);
    }
    target = stands;
    if (writing.last) await sendFiles(reply, rendered.files);
    return target;
  };
  const put = async (reply: ShownReply, writing: Writing): Promise<Target> => {
    const { last } = writing;
    if (isAnswerToEdit(target)) target = await needs.answered.targetFor(target);
    const complete = last ? await withWordOfAlbum(needs, reply, target) : reply;
    const context = { say, files: target.where === 'chat', buttonsFor: buttonsAt(needs, target) };
    const rendered = renderReply(complete, context);
    if (last && isNotice(reply)) {
      const beside = besidePressed(target);
      if (beside === undefined) return target;
      target = beside;
    }
    target = await messages.put(target, rendered, writing);
    // Not awaited: the store keeps the order of writes, so that it is written no later than that the request is answered.
    if (target.where === 'chat') void needs.answered.note(target);
    if (last) await sendFiles(complete, rendered.files);
    return target;
  };
  const putWhereItBelongs = (reply: ShownReply, writing: Writing): Promise<Target> => {
    const mayBeAside = target.where === 'ephemeral' || (reply.private && needs.ephemeral.isOffered());
    const aside = mayBeAside ? toAskerAt(target) : undefined;
    if (aside !== undefined) return putToAsker(aside, reply, writing);
    return reply.private && isGroup(target) ? putInPrivate(reply, writing) : put(reply, writing);
  };
  const putState = async (reply: ShownReply, putting: Putting): Promise<Target> => {
    const { last, superseded: signal } = putting;
    try {
      // The question was edited meanwhile, and its new answer takes this place.
      if (isNewest?.() === false) return target;
      return await putWhereItBelongs(reply, { last, signal });
    } finally {
      if (last) stopTyping?.();
    }
  };
  const minIntervalMs = isGroup(start) ? GROUP_INTERVAL_MS : PRIVATE_INTERVAL_MS;
  const paced = createThrottledStates({ minIntervalMs, clock, put: putState });
  return (reply, state) => {
    if (start.where === 'chat' && !(state.last && isNotice(reply))) isNewest ??= needs.answered.begin(start);
    if (!state.last && stopTyping === undefined && target.where === 'chat') {
      stopTyping = needs.startTyping(target);
      state.ended?.addEventListener('abort', stopTyping, { once: true });
    }
    return paced(reply, state);
  };
}

/** The first state of the answer before may have been on its way when the question was edited; it is taken over. */
function isAnswerToEdit(target: Target): target is ChatTarget {
  return target.where === 'chat' && target.editedAt !== undefined && target.message === undefined;
}

/** Where others read along, the asker can be shown what a button opens. */
function buttonsAt({ ephemeral }: DeliveryNeeds, target: Target): 'asker' | undefined {
  return target.where === 'chat' && target.group && ephemeral.isOffered() ? 'asker' : undefined;
}

function isGroup(target: Target): boolean {
  return target.where !== 'chat' || target.group;
}

/** Says of an album of which only one picture was seen that there are others: privacy mode keeps them from the bot. */
async function withWordOfAlbum(
  { albums, sayIn }: DeliveryNeeds,
  reply: ShownReply,
  target: Target,
): Promise<ShownReply> {
  if (target.where !== 'chat' || target.album === undefined || (await albums.sawMore(target.album)))
    return reply;
  const word = sayIn(target.locale)('telegram.onlyOneOfAlbum');
  return { ...reply, note: reply.note === undefined ? word : `${reply.note}\n${word}` };
}

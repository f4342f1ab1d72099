import type { Show } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ReplyFile, ShownReply } from '../../../core/reply.ts';
import type { Say } from '../../../format/words/say.ts';
import { createThrottledStates, type Putting } from '../../throttled-states.ts';
import { withoutFiles } from '../../unsent-files.ts';
import type { Albums } from '../albums.ts';
import type { Answered } from '../answered.ts';
import { besidePressed, type Target } from '../target.ts';
import type { Files } from './files.ts';
import type { Messages } from './messages.ts';
import { isNotice } from './notice.ts';
import { renderReply } from './render.ts';
import type { StartTyping } from './typing.ts';
import type { Writing } from './write.ts';

/** At least between two states of a reply that only tell how far it is; the limits of the chat may make it more. */
const PRIVATE_INTERVAL_MS = 1_000;
/** In a group 20 calls a minute are for all its people. */
const GROUP_INTERVAL_MS = 5_000;

/** What {@link openReply} works with. */
export interface DeliveryNeeds {
  readonly messages: Messages;
  readonly files: Files;
  readonly startTyping: StartTyping;
  readonly answered: Answered;
  readonly albums: Pick<Albums, 'sawMore'>;
  readonly clock: Clock;
  readonly sayIn: (locale: string) => Say;
}

/** Shows one reply at a target: one message, edited with each state. */
export function openReply(needs: DeliveryNeeds, start: Target): Show {
  const { clock, messages, files } = needs;
  const say = needs.sayIn(start.locale);
  let place = start;
  const isNewest = start.where === 'chat' ? needs.answered.begin(start) : () => true;
  let stopTyping: (() => void) | undefined;

  /** Sends the files below the reply; if they do not get through, the reply says so and offers them again. */
  const sendFiles = async (reply: ShownReply, toSend: readonly ReplyFile[]): Promise<void> => {
    if (await files.send(place, toSend)) return;
    place = await messages.put(place, renderReply(withoutFiles(reply, say), { say, files: false }), {
      last: true,
    });
  };
  const putInPrivate = async (reply: ShownReply, writing: Writing): Promise<Target> => {
    const { last } = writing;
    const behind = place;
    const rendered = renderReply(reply, { say, files: true });
    const moved = await messages.inPrivate(behind, rendered, writing);
    if (moved === undefined) {
      const beside = besidePressed(behind);
      return last && beside !== undefined ? messages.askToOpenChat(beside) : behind;
    }
    place = moved;
    await messages.concludeGroup(behind);
    if (last) await sendFiles(reply, rendered.files);
    return place;
  };
  const put = async (reply: ShownReply, writing: Writing): Promise<Target> => {
    const { last } = writing;
    if (reply.private && isGroup(place)) return putInPrivate(reply, writing);
    const complete = last ? await withWordOfAlbum(needs, reply, place) : reply;
    const rendered = renderReply(complete, { say, files: place.where === 'chat' });
    if (last && isNotice(reply)) {
      const beside = besidePressed(place);
      if (beside === undefined) return place;
      place = beside;
    }
    place = await messages.put(place, rendered, writing);
    if (place.where === 'chat') await needs.answered.note(place);
    if (last) await sendFiles(complete, rendered.files);
    return place;
  };
  const putState = async (reply: ShownReply, { last, superseded }: Putting): Promise<Target> => {
    try {
      // The question was edited meanwhile, and its new answer takes this place.
      if (!isNewest()) return place;
      return await put(reply, { last, ...(!last && { signal: superseded }) });
    } finally {
      if (last) stopTyping?.();
    }
  };
  const minIntervalMs = isGroup(start) ? GROUP_INTERVAL_MS : PRIVATE_INTERVAL_MS;
  const paced = createThrottledStates({ minIntervalMs, clock, put: putState });
  return (reply, state) => {
    if (!state.last && stopTyping === undefined && place.where === 'chat')
      stopTyping = needs.startTyping(place);
    return paced(reply, state);
  };
}

function isGroup(place: Target): boolean {
  return place.where !== 'chat' || place.group;
}

/** Says of an album of which only one picture was seen that there are others: privacy mode keeps them from the bot. */
async function withWordOfAlbum(
  { albums, sayIn }: DeliveryNeeds,
  reply: ShownReply,
  place: Target,
): Promise<ShownReply> {
  if (place.where !== 'chat' || place.album === undefined || (await albums.sawMore(place.album)))
    return reply;
  const word = sayIn(place.locale)('telegram.onlyOneOfAlbum');
  return { ...reply, note: reply.note === undefined ? word : `${reply.note}\n${word}` };
}

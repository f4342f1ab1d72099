import type { Api } from 'grammy';
import type { Show } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ShownReply } from '../../../core/reply.ts';
import type { Say } from '../../../format/words/say.ts';
import { createThrottledStates, type Putting } from '../../throttled-states.ts';
import { besidePressed, type ChatTarget, type Target } from '../target.ts';
import type { Files } from './files.ts';
import type { Messages } from './messages.ts';
import { isNotice } from './notice.ts';
import { renderReply } from './render.ts';
import { GROUP_INTERVAL_MS, PRIVATE_INTERVAL_MS, type Throttle } from './throttle.ts';
import { startTyping } from './typing.ts';

/** What {@link openReply} works with. */
export interface DeliveryNeeds {
  readonly api: Api;
  readonly messages: Messages;
  readonly files: Files;
  readonly throttle: Throttle;
  readonly clock: Clock;
  readonly sayIn: (locale: string) => Say;
}

/** Shows one reply at a target: one message, edited with each state. */
export function openReply(needs: DeliveryNeeds, start: Target): Show {
  const { clock, messages, files, throttle } = needs;
  const say = needs.sayIn(start.locale);
  let place = start;
  let stopTyping: (() => void) | undefined;

  const put = async (reply: ShownReply, { last, superseded }: Putting): Promise<Target> => {
    if (reply.private && isGroup(place)) return putInPrivate(reply, last);
    const rendered = renderReply(reply, { say, files: place.where === 'chat' });
    if (last && isNotice(reply)) {
      const beside = besidePressed(place);
      if (beside === undefined) return place;
      place = beside;
    }
    // The answer is never delayed by edits that only tell how far it is.
    if (!last && isShown(place)) await throttle.turn(keyOf(place), intervalOf(place), superseded);
    place = await messages.put(place, rendered, last);
    if (last) await files.send(place, rendered.files);
    return place;
  };
  const putInPrivate = async (reply: ShownReply, last: boolean): Promise<Target> => {
    const behind = place;
    const rendered = renderReply(reply, { say, files: true });
    const moved = await messages.inPrivate(behind, rendered, last);
    if (moved === undefined) {
      const beside = besidePressed(behind);
      return last && beside !== undefined ? messages.askToOpenChat(beside) : behind;
    }
    place = moved;
    await messages.concludeGroup(behind);
    if (last) await files.send(place, rendered.files);
    return place;
  };
  const paced = createThrottledStates({
    minIntervalMs: intervalOf(start),
    clock,
    put: async (reply, putting) => {
      try {
        return await put(reply, putting);
      } finally {
        if (putting.last) stopTyping?.();
      }
    },
  });
  return (reply, state) => {
    if (!state.last && stopTyping === undefined && place.where === 'chat')
      stopTyping = startTyping(needs.api, clock, place);
    return paced(reply, state);
  };
}

function isGroup(place: Target): boolean {
  return place.where !== 'chat' || place.group;
}

function isShown(place: Target): place is Target & { message: number | string } {
  return place.where !== 'guest' && place.message !== undefined;
}

function keyOf(place: ChatTarget | (Target & { message: number | string })): number | string {
  return place.where === 'chat' ? place.chat : place.message;
}

function intervalOf(place: Target): number {
  return isGroup(place) ? GROUP_INTERVAL_MS : PRIVATE_INTERVAL_MS;
}

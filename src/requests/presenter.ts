import type { ReplyTarget, Request, Show } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Reply } from '../core/reply.ts';
import type { Principal } from '../core/requester.ts';
import type { Log } from '../ops/log/log.ts';
import type { Buttons } from './buttons.ts';
import type { Journal } from './journal/contract.ts';
import { type Presentation, presentStates } from './present.ts';
import { Stopped } from './running.ts';

/** What {@link createPresenter} works with. */
export interface PresenterNeeds {
  /** Turns actions into buttons. */
  readonly buttons: Pick<Buttons, 'offer' | 'shown' | 'over'>;
  /** Times the states. */
  readonly clock: Clock;
  /** Receives states that could not be shown. */
  readonly log: Log;
  /** Records where the reply stands. */
  readonly journal: Pick<Journal, 'moved'>;
  /** The name of the message that shows the reply at a target, for this person's platform; undefined if unknown. */
  readonly standsAt: (requester: Principal, target: ReplyTarget) => string | undefined;
}

/** How one request is shown this time. */
export interface Presenting {
  /** Shows the states of the reply. */
  readonly show: Show;
  /** Aborted to stop the request, with the reason. */
  readonly signal: AbortSignal;
}

/** Shows the replies to one request. */
export interface Presenter {
  /** Shows states to the last; throws as `presentStates` does. */
  readonly present: (states: AsyncIterable<Reply>) => Promise<void>;
  /** Ignores states that are still being shown, and has none shown again. */
  readonly end: () => void;
}

/** Created once, since creating an error costs more than everything else here. */
const OVER = new Error('nothing more is shown of this reply here');

export function createPresenter(
  needs: PresenterNeeds,
  request: Request,
  { show, signal }: Presenting,
): Presenter {
  const { journal, buttons, clock, log, standsAt } = needs;
  const { id, requester } = request;
  const leave = new AbortController();
  let hasEnded = false;
  const leaveToNext = (): void => {
    if (signal.reason instanceof Stopped && signal.reason.why !== 'cancelled') leave.abort(signal.reason);
  };
  if (signal.aborted) leaveToNext();
  signal.addEventListener('abort', leaveToNext, { once: true });
  const showState: Presentation['show'] = async (state, last) => {
    const reply = buttons.offer(state, { requestId: id, requester });
    const target = await show(reply, { last, ended: leave.signal });
    if (!hasEnded) buttons.shown(id, standsAt(requester, target));
    return target;
  };
  return {
    present: (states) =>
      presentStates({
        states,
        show: showState,
        clock,
        leave: leave.signal,
        onMoved: async (target) => {
          if (!hasEnded) await journal.moved(id, target);
        },
        onHiccup: (error) => log.debug({ err: error, request: id }, 'A state of a reply could not be shown'),
      }),
    end: () => {
      hasEnded = true;
      leave.abort(OVER);
      buttons.over(id);
    },
  };
}

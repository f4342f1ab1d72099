import type { Adapter, ReplyTarget, Request, Show } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Reply } from '../core/reply.ts';
import type { Principal } from '../core/requester.ts';
import type { Log } from '../ops/log/log.ts';
import type { Buttons } from './buttons.ts';
import type { Journal } from './journal/contract.ts';
import type { Ownership } from './journal/ownership.ts';
import { type Presentation, presentStates } from './present.ts';
import { isTakenOver, Stopped } from './running.ts';

/** What {@link createPresenter} works with. */
export interface PresenterNeeds {
  /** Turns actions into buttons. */
  readonly buttons: Pick<Buttons, 'offer' | 'shown' | 'over'>;
  /** Times the states. */
  readonly clock: Clock;
  /** Receives states that could not be shown. */
  readonly log: Log;
  /** Records where the reply stands. */
  readonly journal: Pick<Journal, 'moved' | 'isUnwritten' | 'isUntold'>;
  /** Tells whether another process has taken a request over. */
  readonly ownership: Pick<Ownership, 'isLost'>;
  /** The name of the message that shows the reply at a target, for this person's platform; undefined if unknown. */
  readonly standsAt: (requester: Principal, target: ReplyTarget) => string | undefined;
  /** Removes the message at the target this resolves with, which nobody else knows of; undefined if there is none. */
  readonly withdraw: (request: Request, shown: Promise<ReplyTarget | undefined>) => void;
}

/** How one request is shown this time. */
export interface Presenting {
  /** Shows the states of the reply. */
  readonly show: Show;
  /** Aborted to stop the request, with the reason. */
  readonly signal: AbortSignal;
}

/** Shows the replies to one request, as long as it belongs to this process. */
export interface Presenter {
  /** Shows states to the last; throws as `presentStates` does. */
  readonly present: (states: AsyncIterable<Reply>) => Promise<void>;
  /**
   * Ignores states that are still being shown, and has none shown again. Where no last state was, the message of this process
   * would say for ever that an answer is under way: it is withdrawn if only this process knows of it.
   */
  readonly end: () => void;
}

/** Created once, since creating an error costs more than everything else here. */
const OVER = new Error('nothing more is shown of this reply here');

export function createPresenter(
  needs: PresenterNeeds,
  request: Request,
  { show, signal }: Presenting,
): Presenter {
  const { journal, ownership, buttons, clock, log, standsAt } = needs;
  const { id, requester } = request;
  const leave = new AbortController();
  const place = createProgressTarget(journal, id);
  let hasEnded = false;
  /** The platform was given a last state: whatever comes of that, the message may bear the answer. */
  let mayBearAnswer = false;
  const leaveToOthers = (): void => {
    if (signal.reason instanceof Stopped && signal.reason.why !== 'cancelled') leave.abort(signal.reason);
  };
  if (signal.aborted) leaveToOthers();
  signal.addEventListener('abort', leaveToOthers, { once: true });
  const isLost = (): Promise<boolean> => ownership.isLost(id, journal.isUnwritten(id));
  let asking: Promise<boolean> | undefined;
  const isOurs = async (): Promise<boolean> => {
    if (leave.signal.aborted || isTakenOver(signal)) return false;
    // One at a time: behind a store that is away each takes seconds, and newer states would begin it anew again and again.
    asking ??= isLost().finally(() => {
      asking = undefined;
    });
    return !(await asking);
  };
  const showState: Presentation['show'] = async (state, last) => {
    const reply = buttons.offer(state, { requestId: id, requester });
    const ended = leave.signal;
    let target: ReplyTarget;
    if (last) {
      // A look at a store that stalls fails after seconds; once the store works, this process may be told before that.
      if ((await isLost()) || isTakenOver(signal)) throw new Stopped('taken-over');
      mayBearAnswer = true;
      target = await show(reply, { last, ended });
    } else {
      target = await place.watch(
        show(reply, { last, ended, isOurs, ...(place.isUntold() && { isUntold: true }) }),
      );
    }
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
          if (!hasEnded) await place.moved(target);
        },
        onHiccup: (error) => log.debug({ err: error, request: id }, 'A state of a reply could not be shown'),
      }),
    end: () => {
      hasEnded = true;
      leave.abort(OVER);
      buttons.over(id);
      const shown = mayBearAnswer ? undefined : place.onlyHere();
      if (shown !== undefined) needs.withdraw(request, shown);
    },
  };
}

/** Where the states on the way stand, and whether others can know that. */
interface ProgressTarget {
  watch(shown: Promise<ReplyTarget>): Promise<ReplyTarget>;
  moved(target: ReplyTarget): Promise<void>;
  /** Whether nobody else can know of it, as far as it is shown now. */
  isUntold(): boolean;
  /** Once nothing is being shown or told any more, where it stands if nobody else can know that; undefined if nothing was shown. */
  onlyHere(): Promise<ReplyTarget | undefined> | undefined;
}

function createProgressTarget(journal: Pick<Journal, 'moved' | 'isUntold'>, id: string): ProgressTarget {
  /** What is being shown, and where it is told that it stands. */
  let underWay: Promise<unknown> | undefined;
  let stands: ReplyTarget | undefined;
  let told: ReplyTarget | undefined;
  const isUntold = (): boolean => told === undefined || journal.isUntold(id);
  return {
    watch: (shown) => {
      const noted = shown.then((target) => {
        stands = target;
      });
      underWay = Promise.allSettled([underWay, noted]);
      return shown;
    },
    moved: (target) => {
      told = target;
      const telling = journal.moved(id, target);
      // A process that stood still learns only by what comes of it that others have not been told.
      underWay = Promise.allSettled([underWay, telling]);
      return telling;
    },
    isUntold,
    onlyHere: () => underWay?.then(() => (isUntold() || !isSame(stands, told) ? stands : undefined)),
  };
}

function isSame(one: ReplyTarget | undefined, other: ReplyTarget | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Removes messages that say for ever that an answer is under way, which another process shows elsewhere. */
export interface Withdrawals {
  /** Removes the message at the target that `shown` resolves with; undefined if there is none. */
  begin(request: Request, shown: Promise<ReplyTarget | undefined>): void;
  /** Resolves once all that were begun have ended. */
  ended(): Promise<void>;
}

/** Creates the withdrawals of this process. */
export function createWithdrawals(
  adapterFor: (request: Request) => Pick<Adapter, 'withdraw'> | undefined,
): Withdrawals {
  const underWay = new Set<Promise<void>>();
  return {
    begin: (request, shown) => {
      const adapter = adapterFor(request);
      if (adapter?.withdraw === undefined) return;
      const work = shown.then(async (target) => {
        if (target !== undefined) await adapter.withdraw?.(target, request.target);
        underWay.delete(work);
      });
      underWay.add(work);
    },
    ended: async () => {
      await Promise.allSettled(underWay);
    },
  };
}

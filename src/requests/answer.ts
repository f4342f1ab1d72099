import type { ReplyTarget, Request, Show } from '../core/adapter.ts';
import type { Reply } from '../core/reply.ts';
import type { Principal } from '../core/requester.ts';
import { refusals } from '../format/reply/refusal.ts';
import { sayIn } from '../format/words/language.ts';
import type { Log } from '../ops/log/log.ts';
import { StoreFailed } from '../store/failed.ts';
import type { Journal } from './journal/contract.ts';
import type { Ownership } from './journal/ownership.ts';
import type { OpenRequest } from './journal/row.ts';
import { presentStates, ShowFailed } from './present.ts';
import { Stopped } from './running.ts';
import { only, type StatesNeeds, statesFor } from './states.ts';

/** What {@link answerRequest} works with. */
export interface AnswerNeeds extends StatesNeeds {
  /** Records progress and the end of requests. */
  readonly journal: Pick<Journal, 'moved' | 'isUnwritten'>;
  /** Tells whether another process has taken a request over. */
  readonly ownership: Pick<Ownership, 'isLost'>;
  /** Receives what breaks in commands. */
  readonly log: Log;
  /** Called if the store could not be read or written. */
  readonly onStoreError: (error: unknown) => void;
  /** The name of the message that shows the reply at a target, for this person's platform; undefined if unknown. */
  readonly standsAt: (requester: Principal, target: ReplyTarget) => string | undefined;
}

/** How one request is answered this time. */
export interface Answering {
  /** Shows the states of the reply. */
  readonly show: Show;
  /** Aborted to stop the request, with the reason. */
  readonly signal: AbortSignal;
  /** It has crashed processes: it is not run but closed with an apology. */
  readonly isPoison?: boolean;
}

/** `answered`: shown to the end. `undelivered`: could not be shown. `left`: left to another process. */
export type Outcome = 'answered' | 'undelivered' | 'left';

/** Answers one persisted request; the only place that catches what breaks in a command. */
export async function answerRequest(
  needs: AnswerNeeds,
  entry: OpenRequest,
  { show, signal, isPoison = false }: Answering,
): Promise<Outcome> {
  const { request } = entry;
  const say = sayIn(request.locale);
  const presenter = createPresenter(needs, entry, { show: unlessLost(needs, request, show), signal });
  const { present } = presenter;
  try {
    let broken: Reply;
    try {
      await present(isPoison ? only(refusals.poisoned(say)) : await statesFor(needs, entry, signal));
      return 'answered';
    } catch (error) {
      if (error instanceof Stopped) return 'left';
      if (error instanceof ShowFailed) return undelivered(needs, request, error);
      broken = brokenReply(needs, request, error);
    }
    try {
      await present(only(broken));
      return 'answered';
    } catch (error) {
      return error instanceof Stopped ? 'left' : undelivered(needs, request, error);
    }
  } finally {
    presenter.end();
  }
}

/** What is said of what broke in a command, which is reported. */
function brokenReply({ log, onStoreError }: AnswerNeeds, { id, locale }: Request, error: unknown): Reply {
  const say = sayIn(locale);
  if (error instanceof StoreFailed) {
    onStoreError(error);
    log.warn({ err: error, request: id }, 'A command needs the store, which fails; the person was told');
    return refusals.storeFailing(say);
  }
  log.error({ err: error, request: id }, 'A command broke; the person was told');
  return refusals.unexpected(say);
}

/** Shows the last state only if no other process has taken the request over. */
function unlessLost({ ownership, journal }: AnswerNeeds, { id }: Request, show: Show): Show {
  return async (reply, state) => {
    const isLost = state.last && (await ownership.isLost(id, journal.isUnwritten(id)));
    if (isLost) throw new Stopped('taken-over');
    return show(reply, state);
  };
}

function undelivered(needs: AnswerNeeds, request: Request, error: unknown): Outcome {
  if (error instanceof ShowFailed && error.cause instanceof Stopped) return 'left';
  needs.log.warn({ err: error, request: request.id }, 'A reply could not be shown; it will be tried again');
  return 'undelivered';
}

interface Presenter {
  readonly present: (states: AsyncIterable<Reply>) => Promise<void>;
  /** Ignores states that are still being shown, and has none shown again. */
  readonly end: () => void;
}

/** Created once, since creating an error costs more than everything else here. */
const OVER = new Error('nothing more is shown of this reply here');

function createPresenter(
  { journal, buttons, clock, log, standsAt }: AnswerNeeds,
  entry: OpenRequest,
  { show, signal }: Answering,
): Presenter {
  const { id, requester } = entry.request;
  const leave = new AbortController();
  let hasEnded = false;
  const leaveToOthers = (): void => {
    if (signal.reason instanceof Stopped && signal.reason.why !== 'cancelled') leave.abort(signal.reason);
  };
  if (signal.aborted) leaveToOthers();
  signal.addEventListener('abort', leaveToOthers, { once: true });
  return {
    present: (states) =>
      presentStates({
        states,
        show: (reply, state) => show(reply, { ...state, left: leave.signal }),
        clock,
        leave: leave.signal,
        offer: (reply) => buttons.offer(reply, { requestId: id, requester }),
        onShown: (target) => {
          if (!hasEnded) buttons.shown(id, standsAt(requester, target));
        },
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

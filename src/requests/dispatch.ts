import type { Receive, Request, Show } from '../core/adapter.ts';
import type { Reply } from '../core/reply.ts';
import { refusals } from '../format/refusal.ts';
import { wordsFor } from '../format/words/words.ts';
import { type AnswerNeeds, answerRequest } from './answer.ts';
import type { Accepted, OpenRequest } from './journal.ts';
import type { Running } from './running.ts';

/** A person with so many requests open at once is asked to wait for some of them. */
const OPEN_PER_REQUESTER = 50;
/** Requests open at once in all; more are not accepted, so that memory stays bounded. */
export const OPEN_IN_ALL = 5_000;

export interface DispatchNeeds extends AnswerNeeds {
  readonly running: Running;
  /** A reply could not be shown; the request stays open, to be taken up again. */
  readonly onUndelivered: (request: Request) => void;
  /** A request was taken: what this person is still owed may be shown beside it. */
  readonly onAccepted: (request: Request) => void;
}

/** The life of a request: allowed, written down, run, shown, struck out. */
export interface Dispatch {
  readonly receive: Receive;
  /** Goes on with a request that was written down before. Resolves when it is answered, or left open. */
  resume(entry: OpenRequest, show: Show): Promise<void>;
  /** Accepts nothing more. */
  close(): void;
}

export function createDispatch(needs: DispatchNeeds): Dispatch {
  const { journal, running, ownership, log } = needs;
  let closed = false;

  const answer = async (entry: OpenRequest, show: Show): Promise<void> => {
    try {
      await running.track(entry.request, async (signal) => {
        const outcome = await answerRequest(needs, entry, { show, signal });
        if (outcome === 'answered') {
          await journal.strikeOut(entry.request.id);
          await ownership.drop(entry.request.id);
        }
        if (outcome === 'undelivered') needs.onUndelivered(entry.request);
      });
    } catch (error) {
      log.error(
        { err: error, request: entry.request.id },
        'A request was answered but could not be struck out of the journal; it may be answered once more',
      );
    }
  };

  const accept = async (request: Request): Promise<Accepted> => {
    // Reserved first, so that none is in the journal without a process to answer it.
    const isReserved = await ownership.reserve(request.id);
    const accepted = await journal.accept(request);
    if (accepted.repeat && isReserved) await ownership.drop(request.id);
    if (!accepted.repeat && !isReserved) await ownership.take(request.id);
    return accepted;
  };

  return {
    receive: async (request, show) => {
      const refused = closed ? refusals.shuttingDown(wordsFor(request.locale)) : admission(needs, request);
      if (refused !== undefined) {
        await showRefusal(needs, { request, show, reply: refused });
        return 'written';
      }
      if (await cancels(needs, request).catch(() => false)) return 'written';
      const accepted = await accept(request);
      if (!accepted.repeat) {
        void answer(accepted.entry, show);
        needs.onAccepted(request);
      }
      return accepted.written ? 'written' : 'unwritten';
    },
    resume: answer,
    close: () => {
      closed = true;
    },
  };
}

/** Why a request is not taken at all, if so: nothing is written down for it. */
function admission({ access, running }: DispatchNeeds, request: Request): Reply | undefined {
  const words = wordsFor(request.locale);
  if (!access.isAllowed(request)) return refusals.notAllowed(words, request.requester);
  if (running.countOf(request.requester) >= OPEN_PER_REQUESTER || running.count() >= OPEN_IN_ALL) {
    return refusals.busy(words);
  }
  return undefined;
}

async function showRefusal(
  { buttons, log }: DispatchNeeds,
  { request, show, reply }: { readonly request: Request; readonly show: Show; readonly reply: Reply },
): Promise<void> {
  try {
    const offered = buttons.offer(reply, { requestId: request.id, requester: request.requester });
    await show(offered, { last: true });
  } catch (error) {
    log.warn({ err: error, request: request.id }, 'A refusal could not be shown');
  }
}

/** A press of cancel is done at once; what it leads to is shown by the request it stops. */
async function cancels(
  { buttons, running, ownership }: DispatchNeeds,
  { ask, requester }: Request,
): Promise<boolean> {
  if (ask.kind !== 'press') return false;
  const pressed = await buttons.press(ask.token, requester);
  if (pressed.kind !== 'deed' || pressed.deed.kind !== 'cancel') return false;
  return running.cancel(pressed.requestId) || ownership.cancelElsewhere(pressed.requestId);
}

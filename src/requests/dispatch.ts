import type { Receive, Request, Show } from '../core/adapter.ts';
import type { Reply } from '../core/reply.ts';
import { refusals } from '../format/reply/refusal.ts';
import { wordsFor } from '../format/words/words.ts';
import type { KnownTac } from '../imei/number/repairs.ts';
import { type AnswerNeeds, answerRequest } from './answer.ts';
import type { Accepted } from './journal/journal.ts';
import { maskRequest } from './journal/mask-request.ts';
import type { OpenRequest } from './journal/row.ts';
import { isPoison, type PoisonLimits } from './journal/tries.ts';
import type { Running } from './running.ts';

/** A person with so many requests open at once is asked to wait for some of them. */
const OPEN_PER_REQUESTER = 50;
/** Requests open at once in all; more are not accepted, so that memory stays bounded. */
export const OPEN_IN_ALL = 5_000;

export interface DispatchNeeds extends AnswerNeeds {
  readonly running: Running;
  readonly poison: PoisonLimits;
  /** Whether a TAC is in the open table, where there is one. */
  readonly knownTac?: KnownTac | undefined;
  /** A reply could not be shown; the request stays open, to be taken up again. */
  readonly onUndelivered: (entry: OpenRequest) => void;
  /** This person asks something new: what they are still owed may be shown beside it. */
  readonly onAsked: (request: Request) => void;
  /** A request was closed without an answer, since it has ended processes. */
  readonly onPoison: (request: Request) => void;
  readonly onStoreError: (error: unknown) => void;
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
  const { journal, running, ownership } = needs;
  let closed = false;

  const accept = async (request: Request): Promise<Accepted> => {
    // Reserved first, so that none is in the journal without a process to answer it.
    const isReserved = await ownership.reserve(request.id);
    const accepted = await journal.accept(request);
    if (accepted.repeat && isReserved) await ownership.drop(request.id);
    // Whose row stands in the journal has it for sure; who could not write has it only where nobody else does.
    if (!accepted.repeat && !isReserved)
      await (accepted.written ? ownership.take(request.id) : ownership.reserve(request.id));
    return accepted;
  };
  const takeIn = async (request: Request, show: Show): Promise<Accepted> => {
    const release = running.expect(request.requester);
    try {
      const accepted = await accept(await maskRequest(request, needs.knownTac));
      if (!accepted.repeat)
        void track(needs, accepted.entry, (signal) => answer(needs, accepted.entry, { show, signal }));
      return accepted;
    } finally {
      release();
    }
  };
  return {
    receive: async (request, show) => {
      const refuse = async (reply: Reply): Promise<'written'> => {
        await showRefusal(needs, { request, show, reply });
        return 'written';
      };
      const words = wordsFor(request.locale);
      if (closed) return refuse(refusals.shuttingDown(words));
      if (!needs.access.isAllowed(request)) return refuse(refusals.notAllowed(words, request.requester));
      // Before anything is counted: it takes no place, and makes one free.
      if (request.ask.kind === 'press' && (await cancels(needs, request).catch(() => false)))
        return 'written';
      if (isBusy(needs, request)) {
        await refuse(refusals.busy(words));
        // Of what keeps them busy, some may only wait to be shown.
        needs.onAsked(request);
        return 'written';
      }
      const accepted = await takeIn(request, show);
      if (!accepted.repeat) needs.onAsked(request);
      return accepted.written ? 'written' : 'unwritten';
    },
    resume: (entry, show) =>
      track(needs, entry, async (signal) => {
        const begun = await beginAgain(needs, entry);
        if (begun !== undefined) await answer(needs, begun, { show, signal });
      }),
    close: () => {
      closed = true;
    },
  };
}

async function track(
  { running, log }: DispatchNeeds,
  { request }: OpenRequest,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await running.track(request, work);
  } catch (error) {
    log.error(
      { err: error, request: request.id },
      'A request was answered but could not be struck out of the journal; it may be answered once more',
    );
  }
}

/** Counts the try before it begins. Nothing when the request is not open any more, or cannot be begun now. */
async function beginAgain(
  { journal, onUndelivered, onStoreError }: DispatchNeeds,
  entry: OpenRequest,
): Promise<OpenRequest | undefined> {
  try {
    return await journal.begin(entry.request.id);
  } catch (error) {
    onStoreError(error);
    onUndelivered(entry);
    return undefined;
  }
}

async function answer(
  needs: DispatchNeeds,
  entry: OpenRequest,
  { show, signal }: { readonly show: Show; readonly signal: AbortSignal },
): Promise<void> {
  const { journal, ownership, poison } = needs;
  const { request } = entry;
  const closes = isPoison(entry.tries, poison);
  const lasting = watchLasting(needs, request.id);
  const outcome = await answerRequest(needs, entry, { show, signal, isPoison: closes });
  lasting.end();
  if (outcome === 'answered') {
    await journal.complete(request.id);
    await ownership.drop(request.id);
    if (closes) needs.onPoison(request);
    return;
  }
  // What was not run at all has not ended well either.
  if (!closes) await journal.ended(request.id, lasting.hasLasted());
  if (outcome === 'undelivered') needs.onUndelivered(entry);
}

interface Lasting {
  hasLasted(): boolean;
  end(): void;
}

/** Made once, since making an error takes longer than all the rest of this. */
const ENDED = new Error('the request has ended');

/** Writes down when a request goes on for a while: a process that dies later has hardly died of its beginning. */
function watchLasting({ journal, clock, poison }: DispatchNeeds, id: string): Lasting {
  const ended = new AbortController();
  let hasLasted = false;
  const watch = async (): Promise<void> => {
    await clock.sleep(poison.lastsMs, ended.signal, { ref: false });
    hasLasted = true;
    await journal.lasted(id);
  };
  // Ended before that, as most are.
  watch().catch(() => undefined);
  return { hasLasted: () => hasLasted, end: () => ended.abort(ENDED) };
}

function isBusy({ running }: DispatchNeeds, { requester }: Request): boolean {
  return running.countOf(requester) >= OPEN_PER_REQUESTER || running.count() >= OPEN_IN_ALL;
}

/** Nothing is written down for a request that is not taken. */
async function showRefusal(
  { buttons, log }: DispatchNeeds,
  { request, show, reply }: { readonly request: Request; readonly show: Show; readonly reply: Reply },
): Promise<void> {
  const { id, requester } = request;
  try {
    await show(buttons.offer(reply, { requestId: id, requester }), { last: true });
  } catch (error) {
    log.warn({ err: error, request: id }, 'A refusal could not be shown');
  } finally {
    buttons.over(id);
  }
}

/** A press of cancel is done at once; what it leads to is shown by the request it stops. */
async function cancels(
  { buttons, running, ownership }: DispatchNeeds,
  { ask, requester }: Request,
): Promise<boolean> {
  if (ask.kind !== 'press') return false;
  const pressed = await buttons.press({ ...ask, requester });
  if (pressed.kind !== 'effect' || pressed.effect.kind !== 'cancel') return false;
  return running.cancel(pressed.requestId) || ownership.cancelElsewhere(pressed.requestId);
}

import type { CheckWaits } from '../checks/basics.ts';
import type { Receipt, Receive, Request, Show } from '../core/adapter.ts';
import type { Reply } from '../core/reply.ts';
import { refusals } from '../format/reply/refusal.ts';
import { type Say, sayIn } from '../format/words/say.ts';
import { type AnswerNeeds, answerRequest } from './answer.ts';
import type { Accepted, Journal } from './journal/contract.ts';
import { maskRequest } from './journal/mask-request.ts';
import type { OpenRequest } from './journal/row.ts';
import { isPoison, type Lasting, type PoisonLimits } from './journal/tries.ts';
import type { Running } from './running.ts';

/** Most open requests of one person; further ones are refused until some are answered. */
const OPEN_PER_REQUESTER = 50;
/** Most open requests in all, so that memory stays bounded. */
export const OPEN_IN_ALL = 5_000;

/** What {@link createDispatch} works with. */
export interface DispatchNeeds extends AnswerNeeds {
  /** All that becomes of requests. */
  readonly journal: Journal;
  /** The requests running in this process. */
  readonly running: Running;
  /** When a request counts as crashing processes. */
  readonly poison: PoisonLimits;
  /** Which requests only wait for a check: the end of a process is not blamed on those. */
  readonly waits?: CheckWaits | undefined;
  /** Called before a request is continued, for which something may have been sent. */
  readonly resumed: (requestId: string, acceptedAt: number) => void;
  /** Called if a reply could not be shown; the request stays open to be tried again. */
  readonly onUndelivered: (entry: OpenRequest) => void;
  /** Called if a request could not be started, since that could not be persisted; nobody was told anything yet. */
  readonly onNotBegun: (entry: OpenRequest) => void;
  /** Called when a person asks something new: pending replies to them may be shown as a follow-up. */
  readonly onAsked: (request: Request) => void;
  /** Called when a request was closed without an answer because it crashed processes. */
  readonly onPoison: (request: Request) => void;
  /** Called when a request was answered, with the time since it was accepted. */
  readonly onAnswered?: ((request: Request, tookMs: number) => void) | undefined;
}

/** The life of a request: checked, persisted, run, shown, completed. */
export interface Dispatch {
  /** Takes a request from an adapter. */
  readonly receive: Receive;
  /** Continues a persisted request. Resolves once it is answered or left open. */
  resume(entry: OpenRequest, show: Show): Promise<void>;
  /** Refuses all further requests. */
  close(): void;
  /** Resolves once each request that was received so far runs, or never will. */
  received(): Promise<void>;
}

/** Creates the dispatch of this process. */
export function createDispatch(needs: DispatchNeeds): Dispatch {
  const { journal, running } = needs;
  let closed = false;
  /** Requests that are being written down, and do not run yet. */
  const receiving = new Set<Promise<Accepted>>();

  const takeIn = async (request: Request, show: Show): Promise<Accepted> => {
    const release = running.expect(request.requester);
    try {
      const accepted = await journal.accept(maskRequest(request));
      if (!accepted.repeat)
        void track(needs, accepted.entry, (signal) => answer(needs, accepted.entry, { show, signal }));
      return accepted;
    } finally {
      release();
    }
  };
  const receiveBusy = async (request: Request, refuse: () => Promise<Receipt>): Promise<Receipt> => {
    // A platform that was told nothing delivers again what is answered or runs; such an event takes no capacity.
    if (await journal.isRepeat(request.id))
      return journal.isUnwritten(request.id) ? 'not-persisted' : 'persisted';
    await refuse();
    // Some of the open requests may only wait to be shown.
    needs.onAsked(request);
    return 'persisted';
  };
  return {
    receive: async (request, show) => {
      const refuse = async (refusal: (say: Say) => Reply): Promise<'persisted'> => {
        await showRefusal(needs, { request, show, reply: refusal(sayIn(request.locale)) });
        return 'persisted';
      };
      if (closed) return refuse(refusals.shuttingDown);
      if (!needs.access.isAllowed(request))
        return refuse((say) => refusals.notAllowed(say, request.requester));
      // Before anything is counted: it needs no capacity and may free some.
      if (request.ask.kind === 'press' && (await cancels(needs, request).catch(() => false)))
        return 'persisted';
      if (isBusy(needs, request)) return receiveBusy(request, () => refuse(refusals.busy));
      const taking = takeIn(request, show);
      receiving.add(taking);
      const accepted = await taking.finally(() => receiving.delete(taking));
      if (!accepted.repeat) needs.onAsked(request);
      return accepted.persisted ? 'persisted' : 'not-persisted';
    },
    resume: (entry, show) =>
      track(needs, entry, async (signal) => {
        needs.resumed(entry.request.id, entry.acceptedAt);
        const begun = await beginAgain(needs, entry);
        if (begun !== undefined) await answer(needs, begun, { show, signal });
      }),
    close: () => {
      closed = true;
    },
    received: async () => {
      await Promise.allSettled(receiving);
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
      'A request was answered but could not be completed in the journal; it may be answered once more',
    );
  }
}

/**
 * Counts the attempt before it starts. Resolves with undefined if the request is no longer open or cannot be started now.
 */
async function beginAgain(
  { journal, onNotBegun, onStoreError }: DispatchNeeds,
  entry: OpenRequest,
): Promise<OpenRequest | undefined> {
  try {
    return await journal.begin(entry.request.id);
  } catch (error) {
    onStoreError(error);
    onNotBegun(entry);
    return undefined;
  }
}

async function answer(
  needs: DispatchNeeds,
  entry: OpenRequest,
  { show, signal }: { readonly show: Show; readonly signal: AbortSignal },
): Promise<void> {
  const { journal, poison } = needs;
  const { request } = entry;
  const closes = isPoison(entry.tries, poison, needs.waits?.wasSent(request.id) ?? false);
  const lasting = watchLasting(needs, request.id);
  const outcome = await answerRequest(needs, entry, { show, signal, isPoison: closes });
  lasting.end();
  if (outcome === 'answered') {
    // By the time of day, as it may have been accepted by an earlier process; a clock set back makes it no less than nothing.
    needs.onAnswered?.(request, Math.max(0, needs.clock.now() - entry.acceptedAt));
    await journal.complete(request.id);
    if (closes) needs.onPoison(request);
    return;
  }
  // A request that was not run did not end well either.
  if (!closes) await journal.ended(request.id, lasting.soFar());
  if (outcome === 'undelivered') needs.onUndelivered(entry);
}

/** What has been persisted of a running attempt. */
interface LastingWatch {
  /** Undefined if it has not run for a while. */
  soFar(): Lasting | undefined;
  end(): void;
}

/** Persists that a request has run for a while: a process that crashes later hardly crashed because of its start. */
function watchLasting({ journal, clock, poison, waits }: DispatchNeeds, id: string): LastingWatch {
  let lasting: Lasting | undefined;
  const last = (): void => {
    lasting = waits?.isWaiting(id) ? 'waiting' : 'working';
    journal.lasted(id, lasting).catch(() => undefined);
  };
  return { soFar: () => lasting, end: clock.later(poison.lastsMs, last, { ref: false }) };
}

function isBusy({ running }: DispatchNeeds, { requester }: Request): boolean {
  return running.countOf(requester) >= OPEN_PER_REQUESTER || running.count() >= OPEN_IN_ALL;
}

/** Nothing is persisted for a refused request. */
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

/** A press of cancel is carried out at once; the stopped request shows the result. */
async function cancels({ buttons, running }: DispatchNeeds, { ask, requester }: Request): Promise<boolean> {
  if (ask.kind !== 'press') return false;
  const pressed = await buttons.press({ ...ask, requester });
  if (pressed.kind !== 'effect' || pressed.effect.kind !== 'cancel') return false;
  return running.cancel(pressed.requestId);
}

import type { CheckWaits, RaiseAlert } from '../checks/contract.ts';
import type { AdapterOf, ReplyTarget, Request, Show } from '../core/adapter.ts';
import { createMutex } from '../core/async/promises.ts';
import { type Clock, pauseAfter } from '../core/clock.ts';
import { refusals } from '../format/reply/refusal.ts';
import { sayIn } from '../format/words/say.ts';
import type { Log } from '../ops/log/log.ts';
import { LOOK_MS, type OpenRequest, type OpenRequests, Stopped } from './open.ts';
import type { Run } from './run.ts';

/** A request with this many tries runs alone, so that no other one is blamed if the process ends. */
export const SUSPECT_TRIES = 2;
/** A request with so many tries is closed: the process ended eight times while it ran alone, which is hardly by chance. */
const MAX_TRIES = 10;
/** If a process ends later than this, the request is hardly the reason. */
const LASTS_MS = 3_000;

/** Runs requests again: after a start, and after a reply could not be shown. */
export interface Recover {
  /** Continues an open request of the last process. */
  start(open: OpenRequest): void;
  /** Tries again after a pause, or gives the request up if it is too old. */
  later(open: OpenRequest): void;
  /** A person sent a new request: replies that could not be shown to them may be shown with it. */
  newRequest(request: Request): void;
  stop(): void;
}

export function createRecover(options: {
  readonly requests: OpenRequests;
  readonly run: Run;
  readonly adapterOf: AdapterOf;
  /** Whether a request only waits for a check: then it is not the reason why a process ends. */
  readonly isWaiting: CheckWaits['isWaiting'];
  /** Whether an unanswered request is given up. */
  readonly isTooOld: (open: OpenRequest) => boolean;
  readonly raise: RaiseAlert;
  readonly clock: Clock;
  readonly log: Log;
}): Recover {
  const { requests, run, adapterOf, isWaiting, isTooOld, raise, clock, log } = options;
  let isStopped = false;
  /** The requests that wait for their next attempt, each with a function that ends the pause. */
  const waiting = new Map<OpenRequest, () => void>();
  const alone = createMutex();

  const lastsOrWaits = async (id: string): Promise<void> => {
    const until = clock.elapsed() + LASTS_MS;
    while (requests.isRunning(id) && !isWaiting(id) && clock.elapsed() < until)
      await clock.sleep(LOOK_MS, undefined, { ref: false });
  };
  /** Resolves when the request has ended, waits for a check, or has run for a while. */
  const runAgain = async (open: OpenRequest, show: Show): Promise<void> => {
    const { id, locale } = open.request;
    if (open.tries >= MAX_TRIES) {
      await run(open, show, refusals.poisoned(sayIn(locale)));
      if (requests.isOpen(id)) return;
      log.error({ request: id }, 'A request was closed: each process that ran it ended soon after');
      raise({ kind: 'request-poisoned' });
      return;
    }
    // Counted before it runs, since it may end the process at once.
    if (open.tries >= SUSPECT_TRIES) await requests.setTries(open, open.tries + 1);
    const running = run(open, show);
    if (open.tries === 0) return running;
    await Promise.race([running, lastsOrWaits(id)]);
    if (requests.isRunning(id)) await requests.setTries(open, 0);
  };
  const attempt = async (open: OpenRequest, newer?: ReplyTarget): Promise<void> => {
    const { id, requester, target } = open.request;
    if (isStopped || !requests.isOpen(id)) return;
    const show = await adapterOf(requester)
      ?.reopen(target, newer)
      .catch(() => undefined);
    await (show === undefined ? later(open) : runAgain(open, show));
  };
  const start = (open: OpenRequest, newer?: ReplyTarget): void => {
    const attempted =
      open.tries < SUSPECT_TRIES ? attempt(open, newer) : alone(() => attempt(open, newer));
    attempted.catch((error: unknown) => {
      if (error instanceof Stopped || isStopped) return;
      log.error({ err: error, request: open.request.id }, 'A request could not be continued');
    });
  };
  function later(open: OpenRequest): void {
    const { id } = open.request;
    if (isStopped || !requests.isOpen(id)) return;
    if (isTooOld(open)) {
      log.warn(
        { request: id },
        'A reply could not be shown for as long as a request lives; it was given up',
      );
      raise({ kind: 'replies-undeliverable' });
      requests
        .finish(open)
        .catch((error: unknown) => log.error({ err: error, request: id }, 'Not closed'));
      return;
    }
    const cancel = clock.later(pauseAfter(open.failures), () => {
      waiting.delete(open);
      start(open);
    });
    open.failures += 1;
    waiting.set(open, cancel);
  }
  return {
    start,
    later,
    newRequest: ({ requester, target }) => {
      for (const [open, cancel] of waiting) {
        if (open.request.requester !== requester) continue;
        waiting.delete(open);
        cancel();
        start(open, target);
      }
    },
    stop: () => {
      isStopped = true;
      for (const cancel of waiting.values()) cancel();
    },
  };
}

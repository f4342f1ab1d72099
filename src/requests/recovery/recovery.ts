import type { Adapter, ReplyTarget } from '../../core/adapter.ts';
import { createMutex, within } from '../../core/async/promises.ts';
import { type Clock, pauseAfter } from '../../core/clock.ts';
import { type Principal, platformOf } from '../../core/requester.ts';
import type { Log } from '../../ops/log/log.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Journal } from '../journal/contract.ts';
import type { OpenRequest } from '../journal/row.ts';
import { isSuspect, type PoisonLimits } from '../journal/tries.ts';
import type { Running } from '../running.ts';

/** What {@link createRecovery} works with. */
export interface RecoveryNeeds {
  /** Reads the current entry of a request. */
  readonly journal: Pick<Journal, 'find'>;
  /** Reopen the way to a reply. */
  readonly adapters: readonly Pick<Adapter, 'platform' | 'reopen'>[];
  /** Made after this, since it tells of what could not be shown. */
  readonly dispatch: Promise<Pick<Dispatch, 'resume'>>;
  /** What waits for its next try is open, and counts as one of its asker's. */
  readonly running: Pick<Running, 'expect'>;
  /** Times the pauses. */
  readonly clock: Clock;
  /** Receives requests that are given up. */
  readonly log: Log;
  /** The age at which an unanswered request is given up, in milliseconds. */
  readonly maxAgeMs: number;
  /** When a request counts as crashing processes. */
  readonly poison: PoisonLimits;
  /** Closes a request that is given up. */
  readonly giveUp: (id: string) => Promise<void>;
}

/** Retries open requests: after a start, and after a reply could not be shown. */
export interface Recovery {
  /**
   * Starts these requests. Those during which a process may have crashed run one after another, each once the one before has
   * ended or run for a while, so that a crash is not blamed on all open requests.
   */
  start(open: readonly OpenRequest[]): void;
  /** Retries a request after a pause, or gives it up if it is too old. */
  later(entry: OpenRequest): void;
  /** Retries a request that could not be started after a pause, however old it is: nobody has been told anything yet. */
  again(entry: OpenRequest): void;
  /** Called when this person asks something new: pending replies may be shown as a follow-up. */
  asked(requester: Principal, beside: ReplyTarget): void;
  /** Stops all retries; the requests stay open in the journal. */
  stop(): void;
}

/** A request that waits for its next attempt. */
interface Waiting {
  readonly entry: OpenRequest;
  readonly tries: number;
  /** Ends the pause without the attempt. */
  readonly cancel: () => void;
  /** Stops counting it as open. */
  readonly release: () => void;
}

/** One attempt of a request. */
interface Try {
  /** Number of earlier attempts. */
  readonly tries: number;
  readonly beside?: ReplyTarget;
  /** Called when it counts as running, or has ended. */
  readonly release?: () => void;
}

/** Creates the recovery of this process. */
export function createRecovery({
  journal,
  adapters,
  dispatch,
  running,
  clock,
  log,
  maxAgeMs,
  poison,
  giveUp,
}: RecoveryNeeds): Recovery {
  let stopped = false;
  const waiting = new Map<string, Waiting>();
  /** Number of earlier attempts of each request being tried now. */
  const triesOf = new Map<string, number>();
  const carefully = createMutex();

  // By the time of day: an earlier process may have accepted it, on another machine.
  const isTooOld = ({ acceptedAt }: OpenRequest): boolean => clock.now() - acceptedAt > maxAgeMs;
  const takeUp = async (id: string, { tries, beside, release }: Try): Promise<void> => {
    const { resume } = await dispatch;
    const entry = await journal.find(id);
    if (entry === undefined) return;
    const { requester, target } = entry.request;
    const adapter = adapters.find(({ platform }) => platform === platformOf(requester));
    // Of a platform that is not configured now; it may be again.
    if (adapter === undefined && !isTooOld(entry)) return;
    const show = await adapter?.reopen(target, beside).catch(() => undefined);
    if (show === undefined) return wait(entry, tries);
    triesOf.set(id, tries);
    // From here on it counts as running.
    release?.();
    await resume(entry, show).finally(() => triesOf.delete(id));
  };
  const tryNow = async (entry: OpenRequest, next: Try): Promise<void> => {
    if (stopped) return;
    try {
      await takeUp(entry.request.id, next);
    } catch (error) {
      log.error({ err: error, request: entry.request.id }, 'A request could not be taken up again');
      // Nobody has been told anything yet, and a store that fails now may work later, however old the request is.
      pauseBefore(entry, next.tries);
    } finally {
      next.release?.();
    }
  };
  function wait(entry: OpenRequest, tries: number): void {
    if (stopped) return;
    const { id } = entry.request;
    if (isTooOld(entry)) {
      log.warn({ request: id }, 'A reply could not be shown for as long as a request lives; it was given up');
      giveUp(id).catch((error: unknown) =>
        log.error({ err: error, request: id }, 'A request could not be given up'),
      );
      return;
    }
    pauseBefore(entry, tries);
  }
  function pauseBefore(entry: OpenRequest, tries: number): void {
    if (stopped) return;
    const { id, requester } = entry.request;
    const release = running.expect(requester);
    const cancel = clock.later(pauseAfter(tries), () => {
      waiting.delete(id);
      void tryNow(entry, { tries: tries + 1, release });
    });
    waiting.set(id, { entry, tries: tries + 1, cancel, release });
  }
  /** Resolves once it has ended or run for a while. */
  const tryAlone = (entry: OpenRequest): Promise<void> =>
    within({ ms: poison.lastsMs, late: () => undefined, clock }, () => tryNow(entry, { tries: 0 }));

  return {
    start: (open) => {
      for (const entry of open) {
        if (isSuspect(entry.tries)) void carefully(() => tryAlone(entry));
        else void tryNow(entry, { tries: 0 });
      }
    },
    later: (entry) => wait(entry, triesOf.get(entry.request.id) ?? 0),
    again: (entry) => pauseBefore(entry, triesOf.get(entry.request.id) ?? 0),
    asked: (requester, beside) => {
      for (const [id, { entry, tries, cancel, release }] of waiting) {
        if (entry.request.requester !== requester) continue;
        waiting.delete(id);
        cancel();
        void tryNow(entry, { tries, beside, release });
      }
    },
    stop: () => {
      stopped = true;
      for (const { cancel } of waiting.values()) cancel();
    },
  };
}

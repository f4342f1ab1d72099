import type { Adapter, ReplyTarget } from '../../core/adapter.ts';
import { createMutex } from '../../core/async/mutex.ts';
import type { Clock } from '../../core/clock.ts';
import { type Principal, platformOf } from '../../core/requester.ts';
import type { Log } from '../../ops/log/log.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenRequest } from '../journal/row.ts';
import { isSuspect, type PoisonLimits } from '../journal/tries.ts';
import type { Running } from '../running.ts';

/** Pauses before a reply that could not be shown is tried again; the last one repeats. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000];

export interface RecoveryNeeds {
  readonly journal: Pick<Journal, 'find'>;
  readonly adapters: readonly Pick<Adapter, 'platform' | 'reopen'>[];
  /** Made after this, since it tells of what could not be shown. */
  readonly dispatch: Promise<Pick<Dispatch, 'resume'>>;
  /** What waits for its next try is open, and counts as one of its asker's. */
  readonly running: Pick<Running, 'expect'>;
  readonly clock: Clock;
  readonly log: Log;
  /** A request that could not be answered for so long is given up. */
  readonly maxAgeMs: number;
  readonly poison: PoisonLimits;
  /** Closes a request that is given up. */
  readonly giveUp: (id: string) => Promise<void>;
}

/** Takes up again what is open: after a start, and after a reply could not be shown. */
export interface Recovery {
  /**
   * Begins with these. Those over which a process may have died go one after another, each when the one before has ended or
   * gone on for a while: so that what ends the process is not taken for the fault of all others that were open.
   */
  start(open: readonly OpenRequest[]): void;
  /** Tries a request again after a pause, unless it has grown too old: then nobody waits for it any more. */
  later(entry: OpenRequest): void;
  /** This person asks something new: what could not be shown to them before may be shown beside it. */
  asked(requester: Principal, beside: ReplyTarget): void;
  /** Whether a request waits for its next try. */
  isWaiting(id: string): boolean;
  stop(): void;
}

/** A request that waits for its next try. */
interface Waiting {
  readonly entry: OpenRequest;
  readonly tries: number;
  readonly pause: AbortController;
  /** Ends its being counted. */
  readonly release: () => void;
}

/** One try of a request. */
interface Try {
  /** How often it was tried before. */
  readonly tries: number;
  readonly beside?: ReplyTarget;
  readonly release?: () => void;
}

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
  /** How often each request that is being tried just now was tried before. */
  const triesOf = new Map<string, number>();
  const carefully = createMutex();

  const takeUp = async (id: string, { tries, beside, release }: Try): Promise<void> => {
    const { resume } = await dispatch;
    const entry = await journal.find(id);
    if (entry === undefined) return;
    const { requester, target } = entry.request;
    const adapter = adapters.find(({ platform }) => platform === platformOf(requester));
    // Of a platform that is not configured now: it may be again.
    if (adapter === undefined && !isTooOld(entry)) return;
    const show = await adapter?.reopen(target, beside).catch(() => undefined);
    if (show === undefined) return wait(entry, tries);
    triesOf.set(id, tries);
    // From now on it counts as one that runs.
    release?.();
    await resume(entry, show).finally(() => triesOf.delete(id));
  };
  const tryNow = async (entry: OpenRequest, next: Try): Promise<void> => {
    if (stopped) return;
    try {
      await takeUp(entry.request.id, next);
    } catch (error) {
      log.error({ err: error, request: entry.request.id }, 'A request could not be taken up again');
      wait(entry, next.tries);
    } finally {
      next.release?.();
    }
  };
  /** Resolves when it has ended, or gone on for a while. */
  const tryAlone = async (entry: OpenRequest): Promise<void> => {
    const over = new AbortController();
    const lasts = clock.sleep(poison.lastsMs, over.signal, { ref: false }).catch(() => undefined);
    await Promise.race([tryNow(entry, { tries: 0 }), lasts]);
    over.abort();
  };
  // By the time of day: another life or another machine may have accepted it, and no other clock is common to them.
  const isTooOld = ({ acceptedAt }: OpenRequest): boolean => clock.now() - acceptedAt > maxAgeMs;
  const wait = (entry: OpenRequest, tries: number): void => {
    if (stopped) return;
    const { id, requester } = entry.request;
    if (isTooOld(entry)) {
      log.warn({ request: id }, 'A reply could not be shown for as long as a request lives; it was given up');
      giveUp(id).catch((error: unknown) =>
        log.error({ err: error, request: id }, 'A request could not be given up'),
      );
      return;
    }
    const pause = new AbortController();
    const release = running.expect(requester);
    waiting.set(id, { entry, tries: tries + 1, pause, release });
    const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
    clock.sleep(pauseMs, pause.signal).then(
      () => {
        waiting.delete(id);
        void tryNow(entry, { tries: tries + 1, release });
      },
      // Stopped, or tried sooner because its asker came back.
      () => undefined,
    );
  };

  return {
    start: (open) => {
      for (const entry of open) {
        if (isSuspect(entry.tries)) void carefully(() => tryAlone(entry));
        else void tryNow(entry, { tries: 0 });
      }
    },
    later: (entry) => wait(entry, triesOf.get(entry.request.id) ?? 0),
    asked: (requester, beside) => {
      for (const [id, { entry, tries, pause, release }] of waiting) {
        if (entry.request.requester !== requester) continue;
        waiting.delete(id);
        pause.abort();
        void tryNow(entry, { tries, beside, release });
      }
    },
    isWaiting: (id) => waiting.has(id),
    stop: () => {
      stopped = true;
      for (const { pause } of waiting.values()) pause.abort();
    },
  };
}

import type { Adapter, ReplyTarget, Request } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import { type Principal, platformOf } from '../core/requester.ts';
import type { Log } from '../ops/log.ts';
import type { Dispatch } from './dispatch.ts';
import type { Journal, OpenRequest } from './journal.ts';

/** Pauses before a reply that could not be shown is tried again; the last one repeats. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000];

export interface RecoveryNeeds {
  readonly journal: Journal;
  readonly adapters: readonly Adapter[];
  readonly dispatch: Dispatch;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxAgeMs: number;
}

/** Takes up again what is open: after a start, and after a reply could not be shown. */
export interface Recovery {
  /** What the last process left open. To be asked before new requests come, which would be among them. */
  leftOpen(): Promise<readonly OpenRequest[]>;
  /** Begins with these. */
  start(open: readonly OpenRequest[]): void;
  /** Tries a request again after a pause. */
  later(request: Pick<Request, 'id' | 'requester'>): void;
  /** This person asks something new: what could not be shown to them before may be shown beside it. */
  asked(requester: Principal, beside: ReplyTarget): void;
  stop(): void;
}

/** A request that waits for its next try. */
interface Waiting {
  readonly requester: Principal;
  readonly tries: number;
  readonly pause: AbortController;
}

export function createRecovery({
  journal,
  adapters,
  dispatch,
  clock,
  log,
  maxAgeMs,
}: RecoveryNeeds): Recovery {
  let stopped = false;
  const waiting = new Map<string, Waiting>();

  const takeUp = async (id: string, tries: number, beside?: ReplyTarget): Promise<void> => {
    const entry = await journal.find(id);
    if (entry === undefined) return;
    const { requester, target } = entry.request;
    const adapter = adapters.find(({ platform }) => platform === platformOf(requester));
    const show = await adapter?.reopen(target, beside).catch(() => undefined);
    if (show !== undefined) {
      triesOf.set(id, tries);
      await dispatch.resume(entry, show).finally(() => triesOf.delete(id));
    } else if (clock.now() - entry.acceptedAt > maxAgeMs) {
      await journal.strikeOut(id);
      log.warn({ request: id }, 'A request is too old and its place to answer is gone; it was closed');
    } else if (adapter !== undefined) {
      wait({ id, requester }, tries);
    }
  };
  /** How often each request that is being tried just now was tried before. */
  const triesOf = new Map<string, number>();
  const tryNow = (id: string, tries: number, beside?: ReplyTarget): void => {
    takeUp(id, tries, beside).catch((error: unknown) =>
      log.error({ err: error, request: id }, 'A request could not be taken up again'),
    );
  };
  const wait = ({ id, requester }: Pick<Request, 'id' | 'requester'>, tries: number): void => {
    if (stopped) return;
    const pause = new AbortController();
    waiting.set(id, { requester, tries: tries + 1, pause });
    const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
    clock.sleep(pauseMs, pause.signal).then(
      () => {
        waiting.delete(id);
        tryNow(id, tries + 1);
      },
      // Stopped, or tried sooner because its asker came back.
      () => undefined,
    );
  };

  return {
    leftOpen: journal.open,
    start: (open) => {
      for (const { request } of open) tryNow(request.id, 0);
    },
    later: (request) => wait(request, triesOf.get(request.id) ?? 0),
    asked: (requester, beside) => {
      for (const [id, { requester: theirs, tries, pause }] of waiting) {
        if (theirs !== requester) continue;
        waiting.delete(id);
        pause.abort();
        tryNow(id, tries, beside);
      }
    },
    stop: () => {
      stopped = true;
      for (const { pause } of waiting.values()) pause.abort();
    },
  };
}

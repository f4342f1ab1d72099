import type { Adapter } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import { platformOf } from '../core/requester.ts';
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
  later(id: string): void;
  stop(): void;
}

export function createRecovery({
  journal,
  adapters,
  dispatch,
  clock,
  log,
  maxAgeMs,
}: RecoveryNeeds): Recovery {
  const stopped = new AbortController();
  const tries = new Map<string, number>();

  const takeUp = async (id: string): Promise<void> => {
    const entry = await journal.find(id);
    if (entry === undefined) return;
    const { requester, target } = entry.request;
    const adapter = adapters.find(({ platform }) => platform === platformOf(requester));
    const show = await adapter?.reopen(target).catch(() => undefined);
    if (show !== undefined) {
      const before = tries.get(id);
      await dispatch.resume(entry, show);
      if (tries.get(id) === before) tries.delete(id);
    } else if (clock.now() - entry.acceptedAt > maxAgeMs) {
      await journal.strikeOut(id);
      log.warn({ request: id }, 'A request is too old and its place to answer is gone; it was closed');
    } else if (adapter !== undefined) {
      later(id);
    }
  };
  const later = (id: string): void => {
    const done = tries.get(id) ?? 0;
    tries.set(id, done + 1);
    const pauseMs = PAUSES_MS[Math.min(done, PAUSES_MS.length - 1)] ?? 0;
    clock
      .sleep(pauseMs, stopped.signal)
      .then(() => takeUp(id))
      .catch((error) => {
        if (!stopped.signal.aborted)
          log.error({ err: error, request: id }, 'A request could not be taken up again');
      });
  };

  return {
    leftOpen: journal.open,
    start: (open) => {
      for (const { request } of open) {
        takeUp(request.id).catch((error) =>
          log.error({ err: error, request: request.id }, 'A request could not be taken up again'),
        );
      }
    },
    later,
    stop: () => stopped.abort(),
  };
}

import type { Adapter, Receive } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Command } from '../core/command.ts';
import type { Principal } from '../core/requester.ts';
import type { Log } from '../ops/log.ts';
import type { StoreHealth } from '../store/health.ts';
import { type Seal, sealedRows } from '../store/seal.ts';
import type { SharedStore } from '../store/shared.ts';
import type { Store } from '../store/store.ts';
import { type AccessSettings, createAccess } from './access.ts';
import { createButtons } from './buttons.ts';
import { createDispatch } from './dispatch.ts';
import { createJournal, type OpenRequest } from './journal.ts';
import { createOwnership, SOLE_OWNER } from './ownership.ts';
import { createRecovery } from './recovery.ts';
import { createRunning } from './running.ts';
import { createTakeover } from './takeover.ts';

/** An answer takes a moment from the service to the last state of its reply. */
const LAST_ANSWERS_MS = 1_000;
/** A last state that a platform takes longer to show is shown by the next process. */
const LAST_SHOWS_MS = 5_000;

export interface RequestsNeeds {
  readonly commands: readonly Command[];
  readonly adapters: readonly Adapter[];
  readonly store: Store;
  /** Where other processes may answer requests of the same journal. */
  readonly shared?: SharedStore | undefined;
  /** Reads what a process that has ended had sent. */
  readonly learn: (from: string) => Promise<void>;
  readonly seal: Seal;
  readonly health: StoreHealth;
  readonly clock: Clock;
  readonly log: Log;
  readonly access: AccessSettings;
  readonly maxAgeMs: number;
}

/** The life of requests, put together. */
export interface Requests {
  readonly receive: Receive;
  /**
   * What the last process left open. To be asked before the adapters start, since new requests would be among it.
   * Nothing where others share the journal: what is left open shows when it is sure who has ended.
   */
  leftOpen(): Promise<readonly OpenRequest[]>;
  /** Goes on with the requests of processes that are not among the living, who are asked for after the requests. */
  takeOver(livingNow: () => Promise<ReadonlySet<string>>): Promise<void>;
  /** Takes it up. */
  resume(open: readonly OpenRequest[]): void;
  /** Accepts nothing more. */
  close(): void;
  /**
   * To be called when nothing is in flight any more: what has just got its answer is shown, what still waits is left
   * in the journal. Resolves when nothing runs any more.
   */
  stop(): Promise<void>;
  /** Writes what could not be written while the store failed, and leaves to others what they have taken meanwhile. */
  catchUp(): Promise<void>;
  /**
   * Removes what is held of a person: open requests, but for the one that asks for it, and what their buttons do.
   * Resolves with how many open requests that were.
   */
  forget(requester: Principal, request: { readonly requestId: string }): Promise<number>;
}

export function createRequests(needs: RequestsNeeds): Requests {
  const { commands, adapters, store, shared, seal, health, clock, log, access, maxAgeMs } = needs;
  const journal = createJournal(sealedRows(store.collection('requests'), seal), clock, health.report);
  const running = createRunning();
  const buttons = createButtons(sealedRows(store.collection('buttons'), seal), clock, health.report);
  const ownership =
    shared === undefined
      ? SOLE_OWNER
      : createOwnership({
          owners: store.collection('owners'),
          cancels: store.collection('cancels'),
          members: shared.members,
          isDone: journal.isDone,
          clock,
          onError: health.report,
        });
  ownership.listen(running.cancel);
  const catchUp = async (): Promise<void> => {
    for (const id of await journal.catchUp()) running.cancel(id, 'taken-over');
    if (shared !== undefined) await recheck();
  };
  const recheck = async (): Promise<void> => {
    for (const id of running.ids()) {
      if (await ownership.isTaken(id)) running.cancel(id, 'taken-over');
      else await ownership.take(id);
    }
  };
  const dispatch = createDispatch({
    commands,
    journal,
    running,
    ownership,
    buttons,
    access: createAccess(access),
    clock,
    log,
    maxAgeMs,
    onUndelivered: (request) => recovery.later(request),
    onAccepted: ({ requester, target }) => recovery.asked(requester, target),
  });
  const recovery = createRecovery({ journal, adapters, dispatch, clock, log, maxAgeMs });
  const takeOver = createTakeover({
    journal,
    ownership,
    clock,
    platforms: new Set(adapters.map(({ platform }) => platform)),
    learn: needs.learn,
    resume: recovery.start,
    log,
  });
  return {
    receive: dispatch.receive,
    leftOpen: async () => (shared === undefined ? recovery.leftOpen() : []),
    takeOver,
    resume: recovery.start,
    close: dispatch.close,
    stop: async () => {
      recovery.stop();
      ownership.stop();
      await Promise.race([running.ended(), clock.sleep(LAST_ANSWERS_MS)]);
      await Promise.race([running.stopAll(), clock.sleep(LAST_SHOWS_MS)]);
    },
    catchUp,
    forget: async (requester, { requestId }) => {
      const theirs = (await journal.open()).filter(
        ({ request }) => request.requester === requester && request.id !== requestId,
      );
      for (const { request } of theirs) {
        if (!running.cancel(request.id)) await ownership.cancelElsewhere(request.id);
        await journal.strikeOut(request.id);
      }
      await buttons.forget(requester);
      return theirs.length;
    },
  };
}

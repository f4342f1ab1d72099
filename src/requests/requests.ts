import { randomUUID } from 'node:crypto';
import { createAccounts } from '../checks/accounts.ts';
import type { RaiseAlert } from '../checks/admin-alert.ts';
import type { Adapter, Receive } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Command } from '../core/command.ts';
import { type Principal, platformOf } from '../core/requester.ts';
import type { KnownTac } from '../imei/number/repairs.ts';
import type { Log } from '../ops/log/log.ts';
import type { LivingNow } from '../store/cluster/members.ts';
import type { SharedStore } from '../store/cluster/shared.ts';
import type { Store } from '../store/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import type { Seal } from '../store/seal/seal.ts';
import { sealedRows } from '../store/seal/sealed-rows.ts';
import { type AccessSettings, createAccess } from './access.ts';
import { createUndeliverable } from './admins/undeliverable.ts';
import { createButtons } from './buttons.ts';
import { createDispatch } from './dispatch.ts';
import { createJournal } from './journal/journal.ts';
import { createOwnership, SOLE_OWNER } from './journal/ownership.ts';
import type { OpenRequest } from './journal/row.ts';
import { POISON_LIMITS, type PoisonLimits } from './journal/tries.ts';
import { createRecovery } from './recovery/recovery.ts';
import { createTakeover } from './recovery/takeover.ts';
import { createRunning } from './running.ts';

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
  /** Reads what another process has sent. Of one that has ended, what is in doubt is counted as well. */
  readonly learn: (from: string, hasEnded: boolean) => Promise<void>;
  readonly raise: RaiseAlert;
  readonly seal: Seal;
  readonly health: StoreHealth;
  readonly clock: Clock;
  readonly log: Log;
  readonly access: AccessSettings;
  readonly maxAgeMs: number;
  /** When a request is taken for what ends the processes; others than the usual ones where processes live shortly. */
  readonly poison?: PoisonLimits;
  /** Whether a TAC is in the open table, where there is one. */
  readonly knownTac?: KnownTac | undefined;
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
  takeOver(livingNow: LivingNow): Promise<void>;
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
  const { poison = POISON_LIMITS } = needs;
  const by = shared?.members.id ?? randomUUID();
  const sealed = (name: string) => sealedRows(store.collection(name), seal);
  const journal = createJournal({ rows: sealed('requests'), by, clock, onError: health.report });
  const running = createRunning(createAccounts(access.allowed));
  const buttons = createButtons({
    rows: sealed('deeds'),
    oldRows: sealed('buttons'),
    hash: seal.hash,
    clock,
    onError: health.report,
  });
  const undeliverable = createUndeliverable({
    rows: store.collection('undeliverable'),
    raise: needs.raise,
    clock,
    onError: health.report,
  });
  const adapterOf = (requester: Principal): Adapter | undefined =>
    adapters.find(({ platform }) => platform === platformOf(requester));
  const ownership =
    shared === undefined
      ? SOLE_OWNER
      : createOwnership({
          owners: store.collection('owners'),
          cancels: store.collection('cancels'),
          members: shared.members,
          isDone: journal.isDone,
          maxAgeMs,
          clock,
          onError: health.report,
        });
  ownership.listen(running.cancel);
  const catchUp = async (): Promise<void> => {
    for (const id of await journal.catchUp(ownership.claim)) running.cancel(id, 'taken-over');
    if (shared !== undefined) await recheck();
  };
  const recheck = async (): Promise<void> => {
    for (const id of running.ids()) {
      if (!(await ownership.claim(id))) running.cancel(id, 'taken-over');
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
    poison,
    knownTac: needs.knownTac,
    standsAt: (requester, target) => adapterOf(requester)?.standsAt?.(target),
    onUndelivered: (entry) => recovery.later(entry),
    onAsked: ({ requester, target }) => recovery.asked(requester, target),
    onPoison: ({ id }) => {
      log.error({ request: id }, 'A request was closed: each process that began it has ended soon after');
      needs.raise({ kind: 'request-poisoned' });
    },
    onStoreError: health.report,
  });
  const close = async (id: string): Promise<void> => {
    await journal.complete(id);
    await ownership.drop(id);
  };
  const giveUp = async (id: string): Promise<void> => {
    await close(id);
    await undeliverable.count();
  };
  const recovery = createRecovery({
    ...{ journal, adapters, dispatch, running, clock, log, maxAgeMs, poison, giveUp },
  });
  const takeOver = createTakeover({
    journal,
    ownership,
    clock,
    platforms: new Set(adapters.map(({ platform }) => platform)),
    learn: needs.learn,
    by,
    isHere: (id) => running.ids().includes(id) || recovery.isWaiting(id),
    resume: recovery.start,
    log,
  });
  let hasMovedOldButtons = false;
  /** Once, beside everything else. Until it has, they are found where they are, and so they are if it fails. */
  const moveOldButtons = (): void => {
    if (hasMovedOldButtons) return;
    hasMovedOldButtons = true;
    buttons
      .moveOld()
      .catch((error: unknown) =>
        log.debug({ err: error }, 'Old buttons could not be moved; the next start goes on'),
      );
  };
  return {
    receive: dispatch.receive,
    leftOpen: async () => (shared === undefined ? journal.leftOpen() : []),
    takeOver,
    resume: (open) => {
      recovery.start(open);
      moveOldButtons();
    },
    close: dispatch.close,
    stop: async () => {
      recovery.stop();
      ownership.stop();
      undeliverable.stop();
      await Promise.race([running.ended(), clock.sleep(LAST_ANSWERS_MS)]);
      await Promise.race([running.stopAll(), clock.sleep(LAST_SHOWS_MS)]);
      // A reply that hangs in a platform is no fault of its request.
      await Promise.all(running.ids().map((id) => journal.ended(id, false)));
    },
    catchUp,
    forget: async (requester, { requestId }) => {
      const written = await journal.open(requester);
      const ids = new Set([...running.idsOf(requester), ...written.map(({ request }) => request.id)]);
      ids.delete(requestId);
      for (const id of ids) {
        if (!running.cancel(id)) await ownership.cancelElsewhere(id);
        await journal.complete(id);
      }
      await buttons.forget(requester);
      return ids.size;
    },
  };
}

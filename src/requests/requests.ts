import { randomUUID } from 'node:crypto';
import { type CheckWaits, createAccounts, type RaiseAlert } from '../checks/basics.ts';
import type { Adapter, Receive, Request } from '../core/adapter.ts';
import { deferred } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import type { Command } from '../core/command.ts';
import { type Principal, platformOf } from '../core/requester.ts';
import type { Log } from '../ops/log/log.ts';
import type { Store } from '../store/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import { createButtonTable } from '../store/schema/button.ts';
import { createSettingTable } from '../store/schema/setting.ts';
import type { Seal } from '../store/seal/seal.ts';
import { sealedRows } from '../store/seal/sealed-rows.ts';
import { type AccessSettings, createAccess } from './access.ts';
import { createUndeliverable, type Undeliverable } from './admins/undeliverable.ts';
import { type Buttons, createButtons } from './buttons.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { Journal } from './journal/contract.ts';
import { createJournal } from './journal/journal.ts';
import type { OpenRequest } from './journal/row.ts';
import { POISON_LIMITS, type PoisonLimits } from './journal/tries.ts';
import { createRecovery, type Recovery } from './recovery/recovery.ts';
import { createRunning, type Running } from './running.ts';

/** An answer takes a moment from the service to the last state of its reply. */
const LAST_ANSWERS_MS = 1_000;
/** A last state that takes longer to show is left to the next process. */
const LAST_SHOWS_MS = 5_000;

export interface RequestsNeeds {
  readonly store: Store;
  readonly seal: Seal;
  readonly health: StoreHealth;
  readonly clock: Clock;
  /** How long a request is open at most. */
  readonly maxAgeMs: number;
  readonly commands: readonly Command[];
  /** The platforms. */
  readonly adapters: readonly Adapter[];
  /** Told before a request is continued, for which something may have been sent. */
  readonly resumed: (requestId: string, acceptedAt: number) => void;
  /** Which requests only wait for a check, so that no end of a process is blamed on them. Without it, each is. */
  readonly waits?: CheckWaits;
  /** Sends alerts to admins. */
  readonly raise: RaiseAlert;
  readonly log: Log;
  /** Who may use the bot. */
  readonly access: AccessSettings;
  /** When a request is taken for what ends the processes; others than the usual ones where processes live shortly. */
  readonly poison?: PoisonLimits;
  /** Told of each request that was answered, and how long after it was accepted, in milliseconds. */
  readonly onAnswered?: (request: Request, tookMs: number) => void;
}

/** The life of all requests of this process. */
export interface Requests {
  /** Takes a request from an adapter. */
  readonly receive: Receive;
  /** What the last process left open. Called before the adapters start, since new requests would be included. */
  leftOpen(): Promise<readonly OpenRequest[]>;
  /** Continues these requests. */
  resume(open: readonly OpenRequest[]): void;
  /** How many requests this process is answering. */
  openCount(): number;
  /** Refuses all further requests. */
  close(): void;
  /**
   * Called once no check is running any more: finished answers are shown, waiting ones are left in the journal. Resolves
   * once nothing runs.
   */
  stop(): Promise<void>;
  /** Persists what could not be written while the store failed. */
  catchUp(): Promise<void>;
  /**
   * Removes what is stored of a person: open requests, except the one that asks for it, and buttons. Resolves with the
   * number of open requests removed.
   */
  forget(requester: Principal, request: { readonly requestId: string }): Promise<number>;
}

/** What requests are kept in, and where they run. */
interface Parts {
  readonly journal: Journal;
  readonly buttons: Buttons;
  readonly running: Running;
  readonly undeliverable: Undeliverable;
}

export function createRequests(needs: RequestsNeeds): Requests {
  const { clock } = needs;
  const parts = openParts(needs);
  const { journal, running, undeliverable } = parts;
  const { dispatch, recovery } = connect(needs, parts);
  return {
    receive: dispatch.receive,
    leftOpen: journal.leftOpen,
    resume: recovery.start,
    openCount: running.count,
    close: dispatch.close,
    stop: async () => {
      recovery.stop();
      undeliverable.stop();
      // What is being written down just now runs only after that.
      const end = () => dispatch.received().then(running.ended);
      await Promise.race([end(), clock.sleep(LAST_ANSWERS_MS)]);
      await Promise.race([running.stopAll().then(end), clock.sleep(LAST_SHOWS_MS)]);
      // A reply that hangs in a platform does not count against its request.
      await Promise.all(running.ids().map((id) => journal.ended(id, undefined)));
    },
    catchUp: journal.catchUp,
    forget: async (requester, { requestId }) => {
      const count = await forget(parts, requester, requestId);
      await adapterOf(needs, requester)?.forget?.(requester);
      return count;
    },
  };
}

function openParts(needs: RequestsNeeds): Parts {
  const { store, seal, health, clock, access, raise } = needs;
  return {
    journal: createJournal({
      rows: sealedRows(store.collection('requests'), seal),
      by: randomUUID(),
      clock,
      onError: health.report,
    }),
    running: createRunning(createAccounts(access.allowed)),
    buttons: createButtons({
      table: createButtonTable(store.sql, seal),
      seal,
      clock,
      onError: health.report,
    }),
    undeliverable: createUndeliverable({
      settings: createSettingTable(store.sql, clock),
      raise,
      clock,
      onError: health.report,
    }),
  };
}

function adapterOf({ adapters }: RequestsNeeds, requester: Principal): Adapter | undefined {
  return adapters.find(({ platform }) => platform === platformOf(requester));
}

/** Dispatch tells recovery of what could not be shown, and recovery goes on with it through dispatch. */
function connect(needs: RequestsNeeds, parts: Parts): { dispatch: Dispatch; recovery: Recovery } {
  const { adapters, clock, log, maxAgeMs, poison = POISON_LIMITS } = needs;
  const { journal, running, undeliverable } = parts;
  const made = deferred<Dispatch>();
  const recovery = createRecovery({
    ...{ journal, adapters, running, clock, log, maxAgeMs, poison },
    dispatch: made.promise,
    giveUp: async (id) => {
      await journal.complete(id);
      await undeliverable.count();
    },
  });
  const dispatch = createDispatch({
    ...{ ...needs, ...parts, poison },
    access: createAccess(needs.access),
    standsAt: (requester, target) => adapterOf(needs, requester)?.standsAt?.(target),
    surfaceOf: (requester) => adapterOf(needs, requester)?.surface,
    onUndelivered: recovery.later,
    onNotBegun: recovery.again,
    onAsked: ({ requester, target }) => recovery.asked(requester, target),
    onPoison: ({ id }) => {
      log.error({ request: id }, 'A request was closed: each process that began it has ended soon after');
      needs.raise({ kind: 'request-poisoned' });
    },
    onStoreError: needs.health.report,
  });
  made.resolve(dispatch);
  return { dispatch, recovery };
}

/** Closes what is open of a person, but for the request that asks for it. */
async function forget(
  { journal, running, buttons }: Parts,
  requester: Principal,
  requestId: string,
): Promise<number> {
  const written = await journal.openOf(requester);
  const ids = new Set([...running.idsOf(requester), ...written.map(({ request }) => request.id)]);
  ids.delete(requestId);
  for (const id of ids) {
    running.cancel(id);
    await journal.complete(id);
  }
  await buttons.forget(requester);
  return ids.size;
}

import type { Adapter, Receive } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Command } from '../core/command.ts';
import type { Log } from '../ops/log.ts';
import type { StoreHealth } from '../store/health.ts';
import { type Seal, sealedCollection } from '../store/seal.ts';
import type { Store } from '../store/store.ts';
import { type AccessSettings, createAccess } from './access.ts';
import { createButtons } from './buttons.ts';
import { createDispatch } from './dispatch.ts';
import { createJournal } from './journal.ts';
import { createRecovery } from './recovery.ts';
import { createRunning } from './running.ts';

export interface RequestsNeeds {
  readonly commands: readonly Command[];
  readonly adapters: readonly Adapter[];
  readonly store: Store;
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
  /** Takes up what the last process left open. Resolves with how many requests that are. */
  resume(): Promise<number>;
  /** Accepts nothing more. */
  close(): void;
  /** Leaves what still runs in the journal. Resolves when nothing runs any more. */
  stop(): Promise<void>;
  /** Writes what could not be written while the store failed. */
  catchUp(): Promise<void>;
}

export function createRequests(needs: RequestsNeeds): Requests {
  const { commands, adapters, store, seal, health, clock, log, access, maxAgeMs } = needs;
  const journal = createJournal(sealedCollection(store.collection('requests'), seal), clock, health.report);
  const running = createRunning();
  const dispatch = createDispatch({
    commands,
    journal,
    running,
    buttons: createButtons(sealedCollection(store.collection('buttons'), seal), clock),
    access: createAccess(access),
    clock,
    log,
    maxAgeMs,
    onUndelivered: (id) => recovery.later(id),
  });
  const recovery = createRecovery({ journal, adapters, dispatch, clock, log, maxAgeMs });
  return {
    receive: dispatch.receive,
    resume: recovery.start,
    close: dispatch.close,
    stop: async () => {
      recovery.stop();
      await running.stopAll();
    },
    catchUp: journal.catchUp,
  };
}

import type { Clock } from '../../core/clock.ts';
import type { SharedStore } from '../../store/cluster/members.ts';
import type { Store } from '../../store/contract.ts';
import type { StoreHealth } from '../../store/health.ts';
import type { Seal } from '../../store/seal/seal.ts';
import { sealedRows } from '../../store/seal/sealed-rows.ts';
import { createAskedBy, createAskedHere } from './asked-by.ts';
import type { Journal } from './contract.ts';
import { createJournal } from './journal.ts';
import { createOwnership, type Ownership, SOLE_OWNER, SPARE_MS } from './ownership.ts';

export interface JournalRoomNeeds {
  readonly store: Store;
  /** Where other processes may answer requests of the same journal. */
  readonly shared?: SharedStore | undefined;
  /** The name of this process, unlike that of any other before or beside it. */
  readonly by: string;
  readonly seal: Seal;
  readonly health: StoreHealth;
  readonly clock: Clock;
  /** How long a request is open at most. */
  readonly maxAgeMs: number;
}

/** The journal, and which process answers what stands in it. */
export interface JournalRoom {
  readonly journal: Journal;
  readonly ownership: Ownership;
}

export function openJournal(needs: JournalRoomNeeds): JournalRoom {
  const { store, shared, by, seal, health, clock, maxAgeMs } = needs;
  const onError = health.report;
  const needed = { rows: sealedRows(store.collection('requests'), seal), by, clock, onError };
  if (shared === undefined)
    return { journal: createJournal({ ...needed, askedBy: createAskedHere() }), ownership: SOLE_OWNER };
  const askedBy = createAskedBy({
    rows: store.collection('asked-by'),
    seal,
    clock,
    keptMs: maxAgeMs + SPARE_MS,
    onError,
  });
  const journal = createJournal({ ...needed, askedBy });
  const ownership = createOwnership({
    owners: store.collection('owners'),
    owned: store.collection('owned'),
    processes: store.collection('processes'),
    cancels: store.collection('cancels'),
    members: shared.members,
    isDone: journal.isDone,
    maxAgeMs,
    clock,
    onError,
  });
  return { journal, ownership };
}

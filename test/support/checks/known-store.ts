import { createLedgerMark } from '../../../src/checks/outbox/ledger-mark.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { Store } from '../../../src/store/contract.ts';
import type { MarkFile } from '../../../src/store/mark-file.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Seal } from '../../../src/store/seal/seal.ts';
import { sealedRows } from '../../../src/store/seal/sealed-rows.ts';

/** The word of a store that lives with the test. */
export function createMarkInMemory(): MarkFile {
  let mark: string | undefined;
  return {
    read: async () => mark,
    write: async (text) => {
      mark = text;
    },
    remove: async () => {
      mark = undefined;
    },
  };
}

/**
 * Makes a new store one that tells all that was sent before, as after a life in which nothing was: a process that begins
 * on it need not wait for a window first.
 */
export async function makeKnown(store: Store, seal: Seal, file: MarkFile): Promise<void> {
  const mark = createLedgerMark({
    ...{ rows: sealedRows(store.collection('ledger-mark'), seal), file, clock: systemClock },
    ...{ longestHoldMs: 0, keptMs: Number.POSITIVE_INFINITY },
    onError: (error) => {
      throw error;
    },
  });
  await mark.begin();
  await mark.renew();
}

/** The same for a store in a file that no process has open. */
export async function makeKnownAt(url: string, secret?: string): Promise<void> {
  const { store, seal, markFile, close } = await openStore(url, secret, systemClock);
  if (markFile !== undefined) await makeKnown(store, seal, markFile);
  await close();
}

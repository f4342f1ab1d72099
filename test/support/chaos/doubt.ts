import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLedger } from '../../../src/checks/outbox/ledger.ts';
import { openLedgerRows } from '../../../src/checks/outbox/ledger-row.ts';
import { ledgerKeptMs } from '../../../src/checks/outbox/room.ts';
import { createSpendingBook } from '../../../src/checks/quota/spending.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { openStore } from '../../../src/store/open.ts';
import { createUsageDayTable } from '../../../src/store/schema/usage-day.ts';
import { readRaw } from '../checks/reading.ts';

/** Checks in doubt: those a start has counted, and those that the next start is going to count. */
export interface Doubt {
  readonly counted: number;
  readonly cutOff: number;
}

/** Reads them from a copy of a store that no process holds, so that it stays as it is. */
export async function readDoubt(directory: string, file: string, secret: string | undefined): Promise<Doubt> {
  const copy = await mkdtemp(join(tmpdir(), 'imei-bot-chaos-copy-'));
  try {
    await cp(directory, copy, { recursive: true });
    return await readAt(join(copy, file), secret);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function readAt(file: string, secret: string | undefined): Promise<Doubt> {
  const { store, seal, close } = await openStore(`sqlite://${file}`, secret, systemClock);
  try {
    const fail = (error: unknown): never => {
      throw error;
    };
    const spending = createSpendingBook({
      table: createUsageDayTable(store.sql),
      clock: systemClock,
      observer: { spent: () => undefined, saved: () => undefined, inDoubt: () => undefined },
      onError: fail,
    });
    const ledger = createLedger({
      read: readRaw,
      rows: openLedgerRows(store, seal),
      clock: systemClock,
      by: 'the one who looks',
      keptMs: ledgerKeptMs(86_400_000),
      lateMs: 0,
      longestHoldMs: 0,
    });
    const [{ inDoubt: counted }, { inDoubt: cutOff }] = await Promise.all([spending.month(), ledger.load()]);
    return { counted, cutOff };
  } finally {
    await close();
  }
}

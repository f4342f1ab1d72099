import { ServiceFailure } from '../../provider/errors.ts';
import { createKeySampleTable } from '../../store/schema/key-sample.ts';
import { createSettingTable } from '../../store/schema/setting.ts';
import type { AccountOf, CheckBasics } from '../basics.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type Allowance, type AllowanceSettings, createAllowance } from './allowance.ts';
import type { ChecksLeftAt } from './counters.ts';
import { createKeyHistory, type KeyHistory } from './key-history.ts';
import { createKeyStatusReader, type KeyStatusReader } from './key-status.ts';
import { createKeyWatch, type KeyWatch } from './key-watch.ts';
import type { SpendingBook } from './spending.ts';

/** A figure this old is good enough to keep a reserve by. */
const RESERVE_FIGURE_MS = 10 * 60_000;

export interface QuotaRoomNeeds extends CheckBasics {
  readonly outbox: Outbox;
  readonly spending: SpendingBook;
  readonly accountOf: AccountOf;
  readonly settings: {
    readonly allowance: AllowanceSettings;
    readonly cache: { readonly realm: string; readonly sandbox: boolean };
  };
}

/** What the key has left, and how much of it each person may spend. */
export interface QuotaRoom {
  readonly keyStatus: KeyStatusReader;
  readonly keyHistory: KeyHistory;
  readonly keyWatch: KeyWatch;
  readonly allowance: Allowance;
}

/** Puts the room together: each answer about the key goes to the watch and into the history. */
export function createQuotaRoom(needs: QuotaRoomNeeds): QuotaRoom {
  const { store, seal, health, clock, raise, provider, outbox, spending, accountOf, settings } = needs;
  const keyStatus = createKeyStatusReader({ provider, outbox, clock, sandbox: settings.cache.sandbox });
  const keyWatch = createKeyWatch({
    keyStatus,
    spending,
    settings: createSettingTable(store.sql, clock),
    clock,
    raise,
  });
  const keyHistory = createKeyHistory({ table: createKeySampleTable(store.sql), clock, ...settings.cache });
  keyStatus.listen({
    onAnswer: (answer) => {
      keyWatch.observe(answer).catch(health.report);
      keyHistory.record(answer).catch(health.report);
    },
  });
  const allowance = createAllowance({
    accountOf,
    raise,
    counters: store.collection('allowances'),
    seal,
    clock,
    settings: settings.allowance,
    checksLeft: (signal) => checksLeftThisMonth(keyStatus, signal),
    onError: health.report,
  });
  return { keyStatus, keyHistory, keyWatch, allowance };
}

async function checksLeftThisMonth(
  reader: KeyStatusReader,
  signal: AbortSignal,
): Promise<ChecksLeftAt | undefined> {
  const known = await reader.get({ maxAgeMs: RESERVE_FIGURE_MS, signal }).catch((error: unknown) => {
    // Without a new figure the last one has to do.
    if (error instanceof ServiceFailure) return reader.latest();
    throw error;
  });
  const left = known?.status.checksLeft.month;
  return known !== undefined && typeof left === 'number' ? { left, asOf: known.checkedAt } : undefined;
}

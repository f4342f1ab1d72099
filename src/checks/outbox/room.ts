import { HOUR_MS } from '../../core/clock.ts';
import type { Limiter } from '../../limiter/limiter.ts';
import type { PastSend } from '../../limiter/window/past-holds.ts';
import type { MarkFile } from '../../store/mark-file.ts';
import { sealedRows } from '../../store/seal/sealed-rows.ts';
import type { CheckBasics } from '../basics.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createLedgerMark, type LedgerMark, NO_MARK } from './ledger-mark.ts';
import { openLedgerRows } from './ledger-row.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/** How long a send is remembered at least: twice as long as an open request lives by default. */
const KEPT_MS = 48 * HOUR_MS;
/** A send is remembered so much longer than a request may be open, which is worked on for a while after that. */
const SPARE_MS = 24 * HOUR_MS;

/** A send that leaves later than this part of the window after it was written down is dated anew. */
const LATE = 1 / 20;
/** Longer than it takes to count what one process left in doubt; what is counted is marked. */
const HEIR_KEPT_MS = 60_000;

export interface OutboxRoomNeeds extends CheckBasics {
  readonly limiter: Limiter;
  /** Where the store can leave a word about itself; a store without one ends with the process. */
  readonly markFile?: MarkFile | undefined;
  /** See `OpenDatabase`. */
  readonly isHeld?: (() => Promise<boolean>) | undefined;
  readonly settings: {
    readonly requestTimeoutMs: number;
    readonly requestMaxAgeMs: number;
    readonly cache: { readonly sandbox: boolean };
  };
  /** Told how many checks another life or process had sent without living to see the answer. */
  readonly countInDoubt: (checks: number) => Promise<void>;
}

/** The way out, and the book of what has left. */
export interface OutboxRoom {
  readonly outbox: Outbox;
  readonly ledger: Ledger;
  /** The store does not tell all that was sent before, so nothing is sent at first. */
  readonly startsUnknowing: boolean;
  /** Reads what could not be read at the start. Rejects when the store still fails. */
  catchUp(): Promise<void>;
  /** Another process' requests are about to be gone on with; where it has ended, what is in doubt is counted. */
  takeOver(from: string, hasEnded: boolean): Promise<void>;
  stop(): void;
}

/** Opens the ledger, and takes in the limiter the slots of what was sent before. */
export async function createOutboxRoom(needs: OutboxRoomNeeds): Promise<OutboxRoom> {
  const { shared, health, clock, observer, limiter, countInDoubt } = needs;
  const ledger = ledgerFor(needs);
  const mark = markFor(needs);
  const takeUp = async (): Promise<readonly PastSend[]> => {
    const { past, inDoubt, markCounted } = await ledger.load();
    await countInDoubt(inDoubt);
    await markCounted();
    return past;
  };
  let isTakenUp = true;
  let startsUnknowing = false;
  // Beside others, what was sent before stands in the store itself, and theirs is none of this process' business.
  if (shared === undefined) {
    const isWhole = await mark.begin();
    const past = await takeUp().catch((error: unknown) => {
      health.report(error);
      isTakenUp = false;
      return 'unknown' as const;
    });
    startsUnknowing = !isWhole || past === 'unknown';
    limiter.seed(isWhole ? past : 'unknown');
  }
  return {
    outbox: createOutbox({
      ...{ limiter, ledger, mark, health, clock, observer },
      needsStore: shared !== undefined,
      isHeld: needs.isHeld,
    }),
    ledger,
    startsUnknowing,
    catchUp: async () => {
      if (!isTakenUp) await takeUp();
      isTakenUp = true;
      await ledger.catchUp();
      void mark.renew();
    },
    takeOver: async (from, hasEnded) => {
      const { inDoubt, markCounted } = await ledger.load(from);
      if (!hasEnded || inDoubt === 0 || !(await isHeir(needs, from))) return;
      await countInDoubt(inDoubt);
      await markCounted();
    },
    stop: mark.stop,
  };
}

function ledgerFor({ store, provider, read, seal, clock, by, settings }: OutboxRoomNeeds): Ledger {
  return createLedger({
    rows: openLedgerRows(store, seal),
    read,
    clock,
    by,
    keptMs: ledgerKeptMs(settings.requestMaxAgeMs),
    lateMs: provider.limits.windowMs * LATE,
    longestHoldMs: longestHoldMs(provider.limits, settings),
  });
}

/** For so long a send can hold a slot, from the moment it leaves. */
function longestHoldMs(
  { windowMs }: { readonly windowMs: number },
  { requestTimeoutMs }: { readonly requestTimeoutMs: number },
): number {
  return 2 * windowMs + requestTimeoutMs;
}

function markFor(needs: OutboxRoomNeeds): LedgerMark {
  const { store, shared, provider, seal, clock, health, markFile, settings } = needs;
  if (shared !== undefined || settings.cache.sandbox) return NO_MARK;
  return createLedgerMark({
    rows: sealedRows(store.collection('ledger-mark'), seal),
    file: markFile,
    clock,
    longestHoldMs: longestHoldMs(provider.limits, settings),
    keptMs: ledgerKeptMs(settings.requestMaxAgeMs),
    onError: health.report,
  });
}

/** Several processes may take over from one; one of them counts what it left in doubt. */
function isHeir({ store, clock, by }: OutboxRoomNeeds, from: string): Promise<boolean> {
  return store.collection('heirs').insert(from, by, { expiresAt: clock.now() + HEIR_KEPT_MS });
}

/**
 * How long a send is remembered: the ledger outlives every open request, so that what may have been paid is not sent again
 * for it.
 * @param requestMaxAgeMs how long a request is open at most
 */
export function ledgerKeptMs(requestMaxAgeMs: number): number {
  return Math.max(KEPT_MS, requestMaxAgeMs + SPARE_MS);
}

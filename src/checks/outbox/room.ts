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

export interface OutboxRoomNeeds extends CheckBasics {
  readonly limiter: Limiter;
  /** Where the store can leave a word about itself; a store without one ends with the process. */
  readonly markFile?: MarkFile | undefined;
  /** See `OpenDatabase`. */
  readonly holds?: (() => boolean) | undefined;
  readonly settings: {
    readonly requestTimeoutMs: number;
    readonly requestMaxAgeMs: number;
    readonly cache: { readonly sandbox: boolean };
  };
  /** Told how many checks an earlier process had sent without living to see the answer. */
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
  stop(): void;
}

/** Opens the ledger, and takes in the limiter the slots of what was sent before. */
export async function createOutboxRoom(needs: OutboxRoomNeeds): Promise<OutboxRoom> {
  const { health, clock, observer, limiter, countInDoubt } = needs;
  const ledger = ledgerFor(needs);
  const mark = markFor(needs);
  const takeUp = async (): Promise<readonly PastSend[]> => {
    const { past, inDoubt, markCounted } = await ledger.load();
    await countInDoubt(inDoubt);
    await markCounted();
    return past;
  };
  let isTakenUp = true;
  const isWhole = await mark.begin();
  const past = await takeUp().catch((error: unknown) => {
    health.report(error);
    isTakenUp = false;
    return 'unknown' as const;
  });
  limiter.seed(isWhole ? past : 'unknown');
  return {
    outbox: createOutbox({
      ...{ limiter, ledger, mark, health, clock, observer },
      holds: needs.holds,
    }),
    ledger,
    startsUnknowing: !isWhole || past === 'unknown',
    catchUp: async () => {
      if (!isTakenUp) await takeUp();
      isTakenUp = true;
      await ledger.catchUp();
      void mark.renew();
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
  const { store, provider, seal, clock, health, markFile, settings } = needs;
  if (settings.cache.sandbox) return NO_MARK;
  return createLedgerMark({
    rows: sealedRows(store.collection('ledger-mark'), seal),
    file: markFile,
    clock,
    longestHoldMs: longestHoldMs(provider.limits, settings),
    keptMs: ledgerKeptMs(settings.requestMaxAgeMs),
    onError: health.report,
  });
}

/**
 * How long a send is remembered: the ledger outlives every open request, so that what may have been paid is not sent again
 * for it.
 * @param requestMaxAgeMs how long a request is open at most
 */
export function ledgerKeptMs(requestMaxAgeMs: number): number {
  return Math.max(KEPT_MS, requestMaxAgeMs + SPARE_MS);
}

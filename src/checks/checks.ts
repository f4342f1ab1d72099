import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Principal } from '../core/requester.ts';
import { createLimiter, type Limiter } from '../limiter/limiter.ts';
import type { PastSend } from '../limiter/window/past-holds.ts';
import { createSharedSlots, leasesFor } from '../limiter/window/shared.ts';
import type { KeyStatus } from '../provider/device.ts';
import type { ServiceClient } from '../provider/device-identity/client.ts';
import { ServiceFailure } from '../provider/errors.ts';
import type { SharedStore } from '../store/cluster/shared.ts';
import type { Store } from '../store/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import type { MarkFile } from '../store/mark-file.ts';
import type { Seal } from '../store/seal/seal.ts';
import { sealedRows } from '../store/seal/sealed-rows.ts';
import { createAccounts } from './accounts.ts';
import type { RaiseAlert } from './admin-alert.ts';
import type { Checker, Usage } from './answer.ts';
import { type CacheSettings, createAnswerCache } from './lookup/cache.ts';
import { createChecker } from './lookup/checker.ts';
import { createClaims, NO_CLAIMS } from './lookup/claims.ts';
import type { CheckObserver } from './observer.ts';
import { type Breaker, createBreaker } from './outbox/breaker.ts';
import { createBreakerMemory } from './outbox/breaker-memory.ts';
import { createLedger, ledgerKeptMs } from './outbox/ledger.ts';
import { createLedgerMark, NO_MARK } from './outbox/ledger-mark.ts';
import { createOutbox } from './outbox/outbox.ts';
import { type AllowanceSettings, createAllowance } from './quota/allowance.ts';
import { createKeyHistory } from './quota/key-history.ts';
import { createKeyStatusReader, type KeyStatusReader } from './quota/key-status.ts';
import { createKeyWatch, type KeyWatch } from './quota/key-watch.ts';
import type { ChecksLeft } from './quota/reserve.ts';
import { createSpendingBook } from './quota/spending.ts';
import type { UsageHistory } from './quota/trend.ts';

export interface ChecksSettings {
  readonly cache: CacheSettings;
  readonly limits: { readonly concurrent: number; readonly perWindow: number; readonly windowMs: number };
  readonly requestTimeoutMs: number;
  /** How long a request is open at most: what was sent for it is remembered longer. */
  readonly requestMaxAgeMs?: number;
  readonly allowance: AllowanceSettings;
  /** Names the account at the service, and says nothing of its key: what a new key mends is not remembered of the old one. */
  readonly account?: string;
}

export interface ChecksNeeds {
  readonly client: ServiceClient;
  readonly store: Store;
  /** Where other processes may work on the same store: what keeps them together. */
  readonly shared?: SharedStore | undefined;
  /** Where the store can leave a word about itself; a store without one ends with the process. */
  readonly markFile?: MarkFile | undefined;
  readonly seal: Seal;
  readonly health: StoreHealth;
  readonly clock: Clock;
  readonly raise: RaiseAlert;
  readonly observer: CheckObserver;
  readonly settings: ChecksSettings;
}

/** A send that leaves later than this part of the window after it was written down is dated anew. */
const LATE = 1 / 20;
/** So many days the last 30 times 24 hours touch, today being one. */
const PAST_DAYS = 31;

/** Everything between a command and the service, put together. */
export interface Checks {
  readonly checker: Checker;
  readonly keyStatus: KeyStatusReader;
  readonly keyWatch: KeyWatch;
  readonly limiter: Limiter;
  /** The store does not tell all that was sent before, so nothing is sent at first. */
  readonly startsUnknowing: boolean;
  usage(): Promise<Usage>;
  past(): Promise<UsageHistory>;
  /** Why nothing is sent just now, if so. */
  paused(): Usage['paused'];
  /** The store works again: reads what could not be read at the start. */
  catchUp(): Promise<void>;
  /** What another process sent is known here from now on; where it has ended, what is in doubt is counted. */
  takeOver(from: string, hasEnded: boolean): Promise<void>;
  /** Removes what is counted of a person, but for the checks of the day that runs. */
  forget(requester: Principal): Promise<void>;
  /** Sends nothing more; what waits keeps waiting. Resolves when nothing is in flight. */
  drain(): Promise<void>;
  /** Gives up what still waits. */
  stop(): void;
}

/**
 * Puts the room together and takes up where the last process stopped: the limiter starts with the slots of what was
 * sent before, and what was sent without an answer is counted as in doubt.
 */
export async function createChecks(needs: ChecksNeeds): Promise<Checks> {
  const { client, store, shared, seal, health, clock, raise, observer, settings } = needs;
  const spending = createSpendingBook({
    counters: store.collection('spending'),
    clock,
    observer,
    onError: health.report,
  });
  const by = shared?.members.id ?? randomUUID();
  const { windowMs } = settings.limits;
  const keptMs = ledgerKeptMs(settings.requestMaxAgeMs);
  const rows = sealedRows(store.collection('sends'), seal);
  const ledger = createLedger({ rows, clock, by, keptMs, lateMs: windowMs * LATE });
  const limiter = createLimiter({
    ...settings.limits,
    requestTimeoutMs: settings.requestTimeoutMs,
    clock,
    ...(shared && {
      createSlots: (slots) =>
        createSharedSlots({ ...slots, health, permits: shared.createPermits(leasesFor(slots)) }),
    }),
  });
  const takeUpLedger = async (): Promise<readonly PastSend[]> => {
    const { past, inDoubt, markCounted } = await ledger.load();
    await spending.count('inDoubt', inDoubt);
    await markCounted();
    return past;
  };
  // Beside others, what was sent before stands in the store itself, and theirs is none of this process' business.
  let isTakenUp = true;
  const mark =
    shared !== undefined || settings.cache.sandbox
      ? NO_MARK
      : createLedgerMark({
          rows: sealedRows(store.collection('ledger-mark'), seal),
          file: needs.markFile,
          clock,
          longestHoldMs: 2 * windowMs + settings.requestTimeoutMs,
          keptMs,
          onError: health.report,
        });
  let startsUnknowing = false;
  if (shared === undefined) {
    const isWhole = await mark.begin();
    const past = await takeUpLedger().catch((error: unknown) => {
      health.report(error);
      isTakenUp = false;
      return 'unknown' as const;
    });
    startsUnknowing = !isWhole || past === 'unknown';
    limiter.seed(isWhole ? past : 'unknown');
  }
  const claims =
    shared === undefined
      ? NO_CLAIMS
      : createClaims({
          rows: store.collection('claims'),
          by,
          clock,
          requestTimeoutMs: settings.requestTimeoutMs,
          onError: health.report,
        });

  const needsStore = shared !== undefined;
  const gateway = createOutbox({ limiter, ledger, mark, health, needsStore, clock, observer });
  const keyStatus = createKeyStatusReader({
    client,
    outbox: gateway,
    clock,
    sandbox: settings.cache.sandbox,
    onAnswer: (answer) => {
      keyWatch.observe(answer).catch(health.report);
      keyHistory.record(answer).catch(health.report);
    },
    onFailure: (failure) => {
      // A status call costs nothing, so only what it says of the key, the account and the limit counts.
      if (failure.retry === 'status' || failure.retry === 'window') breaker.failed(failure);
    },
  });
  const keyHistory = createKeyHistory({
    rows: store.collection('key-history'),
    clock,
    ...settings.cache,
  });
  const keyWatch = createKeyWatch({ keyStatus, spending, rows: store.collection('totals'), clock, raise });
  const breaker = createBreaker({
    clock,
    raise,
    windowMs: settings.limits.windowMs,
    memory: createBreakerMemory({
      rows: store.collection('breaker'),
      clock,
      isShared: shared !== undefined,
      service: seal.hash(`service ${settings.cache.realm}`),
      account: settings.account ?? '',
      onError: health.report,
    }),
    pauseAll: limiter.pause,
    probe: async (signal) => canCheck((await keyStatus.get({ maxAgeMs: 0, signal })).status),
  });
  const accountOf = createAccounts(settings.allowance.listed ?? []);
  const allowance = createAllowance({
    accountOf,
    raise,
    counters: store.collection('allowances'),
    hash: seal.hash,
    clock,
    settings: settings.allowance,
    checksLeft: (signal) => checksLeftThisMonth(keyStatus, signal),
    onError: health.report,
  });
  const cache = createAnswerCache({ keyv: store.keyv, seal, clock, settings: settings.cache });
  const checker = createChecker({
    cache,
    ledger,
    outbox: gateway,
    breaker,
    claims,
    needsStore,
    client,
    allowance,
    spending,
    health,
    observer,
    clock,
    accountOf,
    estimate: limiter.estimate,
    scope: settings.cache.scope,
    sandbox: settings.cache.sandbox,
  });
  await breaker.restore();
  return {
    checker,
    keyStatus,
    keyWatch,
    limiter,
    startsUnknowing,
    paused: () => pausedBy(breaker).paused,
    usage: async () => {
      const [today, month, budget] = await Promise.all([
        spending.today(),
        spending.month(),
        allowance.budget(),
        limiter.refresh(),
      ]);
      return {
        today,
        month,
        ...(budget !== undefined && { budget }),
        ...limiter.usage(),
        ...pausedBy(breaker),
      };
    },
    past: async () => {
      const [samples, paidByDay, savedByDay] = await Promise.all([
        keyHistory.samples(),
        spending.paidByDay(PAST_DAYS),
        spending.savedByDay(PAST_DAYS),
      ]);
      return { samples, paidByDay, savedByDay };
    },
    catchUp: async () => {
      if (!isTakenUp) await takeUpLedger();
      isTakenUp = true;
      void mark.renew();
      await cache.catchUp();
      await breaker.catchUp();
      await allowance.catchUp();
    },
    takeOver: async (from, hasEnded) => {
      const { inDoubt, markCounted } = await ledger.load(from);
      // Several may take over from one; one of them counts.
      if (
        !hasEnded ||
        inDoubt === 0 ||
        !(await store.collection('heirs').insert(from, by, { expiresAt: clock.now() + HEIR_KEPT_MS }))
      )
        return;
      await spending.count('inDoubt', inDoubt);
      await markCounted();
    },
    forget: allowance.forget,
    drain: () => {
      breaker.stop();
      keyWatch.stop();
      mark.stop();
      return limiter.drain();
    },
    stop: limiter.stop,
  };
}

function pausedBy(breaker: Breaker): Pick<Usage, 'paused'> {
  const state = breaker.state();
  return state.open ? { paused: { code: state.code, retryAt: state.retryAt } } : {};
}

/** Whether the key's status leaves anything to be had: fields the service left out count as fine. */
function canCheck({ hasAccess, checksLeft }: KeyStatus): boolean {
  return hasAccess !== false && checksLeft.hour !== 0 && checksLeft.day !== 0 && checksLeft.month !== 0;
}

/** Longer than it takes to count what one process left in doubt; what is counted is marked. */
const HEIR_KEPT_MS = 60_000;
/** A figure this old is good enough to keep a reserve by. */
const RESERVE_FIGURE_MS = 10 * 60_000;

async function checksLeftThisMonth(
  reader: KeyStatusReader,
  signal: AbortSignal,
): Promise<ChecksLeft | undefined> {
  const known = await reader.get({ maxAgeMs: RESERVE_FIGURE_MS, signal }).catch((error: unknown) => {
    // Without a new figure the last one has to do.
    if (error instanceof ServiceFailure) return reader.latest();
    throw error;
  });
  const left = known?.status.checksLeft.month;
  return known !== undefined && typeof left === 'number' ? { left, asOf: known.checkedAt } : undefined;
}

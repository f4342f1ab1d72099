import type { Clock } from '../core/clock.ts';
import { HOUR_MS } from '../core/clock.ts';
import type { Principal } from '../core/requester.ts';
import { createLimiter, type Limiter } from '../limiter/limiter.ts';
import { type AnswerReader, type LookupProvider, readWith } from '../provider/contract.ts';
import type { KeyStatus } from '../provider/device.ts';
import { ServiceFailure } from '../provider/errors.ts';
import type { Store } from '../store/contract.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { MarkFile } from '../store/mark-file.ts';
import { createKeySampleTable } from '../store/schema/key-sample.ts';
import { createSendTable } from '../store/schema/send.ts';
import { createSettingTable } from '../store/schema/setting.ts';
import { createUsageDayTable } from '../store/schema/usage-day.ts';
import type { Seal } from '../store/seal/seal.ts';
import { type AllowanceSettings, type ChecksLeftAt, createAllowance } from './allowance.ts';
import type { Checker, Usage } from './answer.ts';
import { type CacheSettings, createAnswers } from './answers.ts';
import { type CheckObserver, type CheckWaits, createAccounts, type RaiseAlert } from './basics.ts';
import { createBreaker } from './breaker.ts';
import { createBreakerMemory } from './breaker-memory.ts';
import { createChecker } from './check.ts';
import { createKeyHistory } from './key-history.ts';
import { createKeyStatusReader, type KeyStatusReader } from './key-status.ts';
import { createKeyWatch, type KeyWatch } from './key-watch.ts';
import { createLedger } from './ledger.ts';
import { bootOf, createLife, type Window } from './life.ts';
import { createSends } from './send.ts';
import { createSpendingBook } from './spending.ts';
import type { UsageHistory } from './trend.ts';

/** A send is remembered so much longer than a request may be open, and at least for two days. */
const SPARE_MS = 24 * HOUR_MS;
/** So many days the last 30 times 24 hours touch, today being one. */
const PAST_DAYS = 31;
/** A figure this old is good enough to keep a reserve by. */
const RESERVE_FIGURE_MS = 10 * 60_000;

export interface ChecksSettings {
  readonly cache: CacheSettings;
  readonly requestTimeoutMs: number;
  /** How long a request is open at most: what was sent for it is remembered longer. */
  readonly requestMaxAgeMs: number;
  readonly allowance: AllowanceSettings;
  /** Names the account at the service, and says nothing of its key: a new key clears what the old one was refused for. */
  readonly account?: string;
}

export interface ChecksNeeds {
  readonly provider: LookupProvider;
  /** Read what is stored of other providers. */
  readonly readers?: readonly AnswerReader[];
  readonly store: Store;
  readonly seal: Seal;
  readonly health: StoreHealth;
  readonly clock: Clock;
  readonly raise: RaiseAlert;
  readonly observer: CheckObserver;
  /** Stands beside the store's file. */
  readonly markFile?: MarkFile | undefined;
  /** Whether this process still owns the store; absent if nobody can take it. */
  readonly holds?: (() => boolean) | undefined;
  /** Nobody has had this store before, so nothing was sent. */
  readonly isNew?: boolean;
  /** Names the start of the machine; by default that of this one. */
  readonly boot?: string;
  readonly settings: ChecksSettings;
}

/** Everything between a command and the service, put together. */
export interface Checks {
  readonly checker: Checker;
  readonly waits: CheckWaits;
  readonly keyStatus: KeyStatusReader;
  readonly keyWatch: KeyWatch;
  readonly limiter: Limiter;
  /** The store does not tell all that was sent before, so nothing is sent at first. */
  readonly startsUnknowing: boolean;
  usage(): Promise<Usage>;
  past(): Promise<UsageHistory>;
  /** Why nothing is sent just now, if so. */
  paused(): Usage['paused'];
  /** Takes a person's name off what is counted, but for the checks of the day that runs. */
  forget(requester: Principal): Promise<void>;
  /** Sends nothing more; what waits keeps waiting. Resolves when nothing is in flight, and the store vouches for that. */
  drain(): Promise<void>;
  /** Gives up what still waits. */
  stop(): void;
}

/** Puts the checks together, and takes over what the last process left: its window, its breaker, and what it lost. */
export async function createChecks(needs: ChecksNeeds): Promise<Checks> {
  const { provider, store, seal, health, clock, raise, observer, settings, boot = bootOf() } = needs;
  const { sql } = store;
  const { limits } = provider;
  const { realm, sandbox, scope } = settings.cache;
  const ended = new AbortController();
  const table = createSendTable(seal);
  const settingTable = createSettingTable(sql, clock);
  const accountOf = createAccounts(settings.allowance.listed ?? []);
  const read = readWith([provider, ...(needs.readers ?? [])]);
  const limiter = createLimiter({ ...limits, requestTimeoutMs: settings.requestTimeoutMs, clock });
  const usageTable = createUsageDayTable(sql);
  const spending = createSpendingBook({ sql, table: usageTable, clock, observer, onError: health.report });
  const answers = createAnswers({ keyv: store.keyv, seal, read, clock, settings: settings.cache });
  const breaker = createBreaker({
    ...{ clock, raise, windowMs: limits.windowMs, pauseAll: limiter.pause },
    memory: createBreakerMemory({
      ...{ settings: settingTable, clock, health, ended: ended.signal },
      service: seal.hash(`service ${realm}`),
      account: settings.account ?? '',
    }),
    probe: async (signal) => canCheck((await keyStatus.get({ maxAgeMs: 0, signal })).status),
  });
  const allowance = createAllowance({
    ...{ sql, sends: table, seal, clock, settings: settings.allowance, accountOf, raise },
    checksLeft: (signal) => checksLeftThisMonth(keyStatus, signal),
  });
  const life = createLife({
    ...{ settings: settingTable, file: needs.markFile, clock, boot, limits },
    isKnown: needs.isNew === true || sandbox,
    longestHoldMs: 2 * limits.windowMs + settings.requestTimeoutMs,
  });
  const takeOver = async (): Promise<Window> => {
    const [lost, latest] = await sql.tx(async (t) => {
      const checks = await table.lose(t);
      if (checks > 0) await spending.count(t, 'inDoubt', checks);
      return [checks, await table.latest(t, 4 * limits.perWindow)] as const;
    });
    if (lost > 0) observer.inDoubt(lost);
    const window = await life.begin(latest);
    await breaker.restore();
    return window;
  };
  const { ready, window } = await begin(needs, takeOver);
  limiter.seed(window);
  const ledger = createLedger({
    ...{ sql, table, seal, read, answers, allowance, spending, health, clock, boot, ended: ended.signal },
    keptMs: Math.max(settings.requestMaxAgeMs, SPARE_MS) + SPARE_MS,
  });
  const sends = createSends({
    ...{ provider, read, limiter, ledger, answers, allowance, breaker, accountOf, health, clock, observer },
    ...{ ready, holds: needs.holds },
  });
  const keyStatus = createKeyStatusReader({ provider, sends, clock, sandbox });
  const keyWatch = createKeyWatch({ keyStatus, spending, settings: settingTable, clock, raise });
  const keyHistory = createKeyHistory({ table: createKeySampleTable(sql), clock, realm });
  keyStatus.listen({
    onAnswer: (answer) => {
      keyWatch.observe(answer).catch(health.report);
      keyHistory.record(answer).catch(health.report);
    },
    // A status call costs nothing, so only what it says of the key, the account and the limit counts.
    onFailure: (failure) => failure.refusesAll && breaker.failed(failure),
  });
  const checker = createChecker({
    ...{ answers, ledger, sends, breaker, spending, health, accountOf, observer, scope },
    estimate: limiter.estimate,
  });
  const paused = (): Usage['paused'] => {
    const state = breaker.state();
    return state.open ? { code: state.code, retryAt: state.retryAt } : undefined;
  };
  return {
    checker,
    waits: { isWaiting: checker.isWaiting },
    keyStatus,
    keyWatch,
    limiter,
    startsUnknowing: window === 'unknown',
    paused,
    usage: async () => {
      const [today, month, budget] = await Promise.all([
        spending.today(),
        spending.month(),
        allowance.budget(),
      ]);
      const why = paused();
      return { today, month, ...limiter.usage(), ...(budget && { budget }), ...(why && { paused: why }) };
    },
    past: async () => {
      const [samples, paidByDay, savedByDay] = await Promise.all([
        keyHistory.samples(),
        spending.byDay('paid', PAST_DAYS),
        spending.byDay('saved', PAST_DAYS),
      ]);
      return { samples, paidByDay, savedByDay };
    },
    forget: allowance.forget,
    drain: async () => {
      breaker.stop();
      keyWatch.stop();
      await limiter.drain();
      await spending.flush();
      await life.end().catch(health.report);
    },
    stop: () => {
      ended.abort();
      limiter.stop();
    },
  };
}

/**
 * Takes over now, or before the first send if the store fails now: until then nothing is known of the window.
 * @returns the window, and what waits for the taking over
 */
async function begin({ health }: ChecksNeeds, takeOver: () => Promise<Window>) {
  let taken: Promise<unknown> | undefined;
  const ready = async (): Promise<void> => {
    taken ??= takeOver();
    try {
      await taken;
    } catch (error) {
      taken = undefined;
      throw error;
    }
  };
  try {
    taken = takeOver();
    return { ready, window: (await taken) as Window };
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error;
    health.report(error);
    taken = undefined;
    return { ready, window: 'unknown' as const };
  }
}

/** Whether the key's status leaves anything to be had: fields the service left out count as fine. */
function canCheck({ hasAccess, checksLeft }: KeyStatus): boolean {
  return hasAccess !== false && checksLeft.hour !== 0 && checksLeft.day !== 0 && checksLeft.month !== 0;
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

import type { Principal } from '../core/adapter.ts';
import { type Clock, HOUR_MS } from '../core/clock.ts';
import type { Lifetime } from '../core/lifetime.ts';
import { createLimiter, type Limiter } from '../limiter/limiter.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { LookupProvider } from '../provider/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import type { OpenStore } from '../store/open.ts';
import { type PastRow, SendTable } from '../store/schema/send.ts';
import { SettingTable } from '../store/schema/setting.ts';
import type { AccountOf } from './accounts.ts';
import type { RaiseAlert } from './alerts.ts';
import { Allowance, type AllowanceSettings } from './allowance.ts';
import { Answers } from './answers/answers.ts';
import type { CacheSettings } from './answers/cached-answers.ts';
import { SavingChecker } from './checker.ts';
import type { Checker } from './contract.ts';
import { Key } from './key/key.ts';
import { bootId, ProcessMark } from './process-mark.ts';
import { Purchases } from './purchases.ts';
import { Recovery } from './recovery.ts';
import { Sends, type WriteEnd } from './sends.ts';
import { ServiceState } from './service-state.ts';
import { SpendingBook } from './spending.ts';
import type { Usage } from './usage.ts';
import { Waits } from './waits.ts';

/** A send is kept this much longer than a request may be open, and at least for two days. */
const SPARE_MS = 24 * HOUR_MS;
/** So many windows of earlier sends are looked at when a process starts. */
const PAST_WINDOWS = 4;

export interface ChecksSettings {
  readonly cache: CacheSettings;
  readonly requestTimeoutMs: number;
  /** How long a request is open at most; its sends are kept longer. */
  readonly requestMaxAgeMs: number;
  readonly allowance: AllowanceSettings;
  /**
   * Identifies the account at the service without its key: a new key clears the refusal of an old
   * one.
   */
  readonly account?: string;
}

type Installation = Pick<OpenStore, 'store' | 'seal'> &
  Partial<Pick<OpenStore, 'markFile' | 'holds'>>;

/**
 * How sends of a run ended, which its store did not take any more. The next run of the same process
 * writes it.
 */
export interface LeftSends {
  /** The mark in the store when it was lost. */
  readonly markId: string | undefined;
  readonly ends: readonly WriteEnd[];
}

export interface ChecksOptions {
  readonly provider: LookupProvider;
  readonly settings: ChecksSettings;
  /** The store is new, so nothing was sent before. */
  readonly isNew?: boolean;
  /** What the last run of this process left. */
  readonly left?: LeftSends | undefined;
  /** Identifies the boot of the machine. */
  readonly boot?: string;
  readonly health: StoreHealth;
  readonly raise: RaiseAlert;
  readonly observer: Metrics;
  /** The checks end with it: see `Limiter`. */
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/** Everything between a command and the service. */
export interface Checks {
  readonly checker: Checker;
  /** The account that pays for a person's checks, and takes their turns. */
  readonly accountOf: AccountOf;
  /** Which requests wait for checks. */
  readonly waits: Waits;
  readonly key: Key;
  readonly limiter: Limiter;
  /** The store may lack the latest sends, so nothing is sent for one window. */
  readonly hasUnknownWindow: boolean;
  /** Resolves when the run ends, nothing is in flight any more, and the store has recorded that. */
  readonly drained: Promise<void>;
  /** Why nothing is sent at the moment, if so. */
  paused(): Usage['paused'];
  /** Rejects if the store fails. */
  usage(): Promise<Usage>;
  /** What a person may still check today: see `Allowance.left`. */
  allowance: Allowance['left'];
  /**
   * Removes a person from the counts; the number of today's checks stays. Rejects if the store
   * fails.
   */
  forget(requester: Principal): Promise<void>;
  /**
   * What the next run of this process has to know, once this one has stopped. Resolves when nothing
   * is in flight any more: that may be later, after a store that was lost.
   */
  left(): Promise<LeftSends>;
}

/**
 * Creates the checks, and continues from the last process: its window, its pause, and the checks it
 * lost.
 * @throws StoreFailed
 */
export async function createChecks(
  installation: Installation,
  options: ChecksOptions,
): Promise<Checks> {
  const parts = connect(installation, options);
  const { table, spending, processMark, limiter, state, answers } = parts;
  const { provider, settings, left, isNew = false, health, observer, lifetime } = options;
  const { sql } = installation.store;
  // Otherwise the ends are of rows of another process, or in another store.
  const isOurs = left?.markId !== undefined && (await processMark.isLatest(left.markId));
  const { lost, latest } = await sql.tx(async (t) => {
    for (const writeEnd of isOurs ? left.ends : []) await writeEnd(t);
    return recoverSends(t, { table, spending, most: PAST_WINDOWS * provider.limits.perWindow });
  });
  observer.inDoubt(lost);
  const window = await processMark.begin(latest, isNew || settings.cache.sandbox);
  limiter.seed(window);
  await state.restore();
  answers.moveToCache();
  const drained = lifetime.onDraining('checks', async () => {
    await limiter.drained;
    await health.writeOrQueue('the end of the process', () => processMark.end());
  });
  return new AllChecks(parts, drained, window === 'unknown');
}

/** What everything else here writes to. */
interface Books {
  readonly table: SendTable;
  readonly settingTable: SettingTable;
  readonly spending: SpendingBook;
  /** Identifies the boot of the machine. */
  readonly boot: string;
  /** How long the row of a send is kept: longer than any request is open. */
  readonly sendKeptMs: number;
}

/** The way to the service. */
interface ServiceParts {
  readonly limiter: Limiter;
  readonly state: ServiceState;
  readonly sends: Sends;
  readonly key: Key;
}

interface Parts extends Books, ServiceParts {
  readonly answers: Answers;
  readonly allowance: Allowance;
  readonly checker: Checker;
  readonly waits: Waits;
  readonly processMark: ProcessMark;
}

/** Creates the parts. Each knows only those before it; nothing calls back but by listening. */
function connect(installation: Installation, options: ChecksOptions): Parts {
  const books = openBooks(installation, options);
  const service = connectService(installation, options, books);
  const { store, seal, markFile } = installation;
  const { provider, settings, health, raise, observer, lifetime, clock } = options;
  const { table, settingTable, spending, boot, sendKeptMs } = books;
  const { limiter, state, sends, key } = service;
  const { sql } = store;
  const { cache } = settings;
  const answers = new Answers({
    store,
    seal,
    table,
    reader: provider,
    settings: cache,
    sendKeptMs,
    health,
    lifetime,
    clock,
  });
  const allowance = new Allowance({
    sql,
    table,
    seal,
    key,
    settings: settings.allowance,
    concurrent: provider.limits.concurrent,
    raise,
    clock,
  });
  const purchases = new Purchases({
    provider,
    limiter,
    state,
    sends,
    answers,
    allowance,
    sql,
    observer,
  });
  const waits = new Waits();
  const checker = new SavingChecker({
    answers,
    purchases,
    state,
    spending,
    waits,
    limiter,
    accountOf: allowance.accountOf,
    scope: cache.scope,
    health,
    observer,
  });
  const { limits } = provider;
  const processMark = new ProcessMark({
    settings: settingTable,
    file: markFile,
    limits,
    boot,
    clock,
  });
  return { ...books, ...service, answers, allowance, checker, waits, processMark };
}

function openBooks({ store, seal }: Installation, options: ChecksOptions): Books {
  const { settings, boot = bootId(), health, observer, clock } = options;
  const { sql } = store;
  return {
    table: new SendTable(seal),
    settingTable: new SettingTable(sql, clock),
    spending: new SpendingBook({ sql, health, observer, clock }),
    boot,
    sendKeptMs: Math.max(settings.requestMaxAgeMs, SPARE_MS) + SPARE_MS,
  };
}

function connectService(
  installation: Installation,
  options: ChecksOptions,
  books: Books,
): ServiceParts {
  const { store, seal } = installation;
  const { provider, settings, health, raise, observer, lifetime, clock } = options;
  const { table, settingTable, spending, boot, sendKeptMs } = books;
  const { cache, requestTimeoutMs, account = '' } = settings;
  const { sql } = store;
  const limiter = createLimiter({ ...provider.limits, requestTimeoutMs, lifetime, clock });
  const state = new ServiceState({
    table: settingTable,
    row: `pause ${seal.hash(`service ${cache.realm}`)}`,
    account,
    windowMs: provider.limits.windowMs,
    limiter,
    health,
    raise,
    lifetime,
    clock,
  });
  const sends = new Sends({
    provider,
    limiter,
    state,
    table,
    spending,
    health,
    sql,
    boot,
    keptMs: sendKeptMs,
    answerKeptMs: cache.foundTtlMs,
    isOwner: () => installation.holds?.() ?? true,
    observer,
    clock,
  });
  const key = new Key({
    sends,
    table,
    spending,
    sql,
    cache,
    health,
    raise,
    lifetime,
    clock,
  });
  new Recovery({ state, key, lifetime, clock }).watch();
  return { limiter, state, sends, key };
}

type RecoveryBooks = Pick<Parts, 'table' | 'spending'> & { readonly most: number };

/** Marks what an earlier process left open as lost, and reads its latest sends. */
async function recoverSends(
  t: Parameters<SendTable['markLost']>[0],
  { table, spending, most }: RecoveryBooks,
): Promise<{ readonly lost: number; readonly latest: readonly PastRow[] }> {
  const lost = await table.markLost(t);
  await spending.count(t, 'inDoubt', lost);
  return { lost, latest: await table.latest(t, most) };
}

class AllChecks implements Checks {
  readonly checker: Checker;
  readonly accountOf: AccountOf;
  readonly waits: Waits;
  readonly key: Key;
  readonly limiter: Limiter;
  readonly hasUnknownWindow: boolean;
  readonly drained: Promise<void>;
  readonly #parts: Parts;

  constructor(parts: Parts, drained: Promise<void>, hasUnknownWindow: boolean) {
    this.checker = parts.checker;
    this.accountOf = parts.allowance.accountOf;
    this.waits = parts.waits;
    this.key = parts.key;
    this.limiter = parts.limiter;
    this.drained = drained;
    this.hasUnknownWindow = hasUnknownWindow;
    this.#parts = parts;
  }

  paused(): Usage['paused'] {
    return this.#parts.state.paused();
  }

  async usage(): Promise<Usage> {
    const { spending, allowance, limiter } = this.#parts;
    const [today, month, budget] = await Promise.all([
      spending.today(),
      spending.month(),
      allowance.budget(),
    ]);
    const paused = this.paused();
    return {
      today,
      month,
      ...limiter.usage(),
      ...(budget !== undefined && { budget }),
      ...(paused !== undefined && { paused }),
    };
  }

  allowance(...purchase: Parameters<Allowance['left']>): ReturnType<Allowance['left']> {
    return this.#parts.allowance.left(...purchase);
  }

  forget(requester: Principal): Promise<void> {
    return this.#parts.allowance.forget(requester);
  }

  async left(): Promise<LeftSends> {
    await this.limiter.drained;
    return { markId: this.#parts.processMark.id, ends: this.#parts.sends.unwritten() };
  }
}

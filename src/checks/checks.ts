import { HOUR_MS } from '../core/clock.ts';
import type { Principal } from '../core/principal.ts';
import { Limiter } from '../limiter/limiter.ts';
import type { Installation } from '../store/open.ts';
import { MetadataTable } from '../store/schema/metadata.ts';
import { SendTable } from '../store/schema/send.ts';
import { Allowance } from './allowance.ts';
import { PaidAnswers } from './answers/paid-answers.ts';
import { CachedChecker } from './checker.ts';
import type { Checker } from './contract.ts';
import { KeyMonitor } from './key/monitor.ts';
import { continueFromLastProcess } from './last-process.ts';
import type { ChecksOptions, SendsHandover } from './options.ts';
import { bootId, ProcessMark } from './process-mark.ts';
import { Purchases } from './purchases.ts';
import { SendRows } from './send-rows.ts';
import { Sends } from './sends.ts';
import { startRecovery } from './service/recovery.ts';
import { ServiceGate } from './service/service-gate.ts';
import { ServicePause } from './service/service-pause.ts';
import { StoredPause } from './service/stored-pause.ts';
import { SpendingBook } from './spending.ts';
import type { PauseReason, Usage } from './usage.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** A send is kept this much longer than a request may be open, and at least for two days. */
const SPARE_MS = 24 * HOUR_MS;

/** Everything between a command and the service. */
export interface Checks {
  readonly checker: Checker;
  /** Which requests wait for the service. */
  readonly waitingRequests: WaitingRequests;
  readonly keyMonitor: KeyMonitor;
  readonly limiter: Limiter;
  /** The store may lack the latest sends, so nothing is sent for one window. */
  readonly hasUnknownWindow: boolean;
  /** Resolves when the run ends, nothing is in flight any more, and the store says so. */
  readonly drained: Promise<void>;
  /** Why nothing is sent at the moment, if so. */
  pauseReason(): PauseReason | undefined;
  /** @throws StoreFailed */
  usage(): Promise<Usage>;
  /** What a person may still check today: see `Allowance.leftOf`. */
  allowanceOf: Allowance['leftOf'];
  /**
   * Removes a person from the counts; the number of today's checks stays.
   * @throws StoreFailed
   */
  forget(requester: Principal): Promise<void>;
  /**
   * What the next run of this process has to know, once this one has stopped. Resolves when nothing
   * is in flight any more: that may be later, after a store that was lost.
   */
  handover(): Promise<SendsHandover>;
}

/**
 * Creates the checks, and continues from the last process. Each part knows only those before it;
 * nothing calls back but by listening.
 * @throws StoreFailed
 */
export async function createChecks(
  installation: Installation,
  options: ChecksOptions,
): Promise<Checks> {
  const { settings, accountOf, handover, isNew = false, health, metrics, lifetime } = options;
  const { sql } = installation.database;
  const records = createRecords(installation, options);
  const { sendTable, rows, spending, processMark } = records;
  const service = createService(installation, options, records);
  const { limiter, pause, gate, keyMonitor } = service;
  const { answers, allowance, purchases } = createPurchases(installation, options, {
    ...records,
    ...service,
  });
  const waitingRequests = new WaitingRequests();
  const checker = new CachedChecker({
    answers,
    purchases,
    gate,
    spending,
    waitingRequests,
    limiter,
    accountOf,
    sharedBy: settings.cache.sharedBy,
    health,
    metrics,
    draining: lifetime.draining,
  });
  const { hasUnknownWindow } = await continueFromLastProcess({
    sql,
    sendTable,
    spending,
    processMark,
    limiter,
    pause,
    perWindow: settings.limits.perWindow,
    isKnown: isNew || settings.cache.isSandbox,
    handover,
    metrics,
  });
  void answers.moveToCache();
  const drained = lifetime.whenDraining('checks', async () => {
    await limiter.drained;
    await health.writeOrQueue('the end of the process', () => processMark.end());
  });
  return {
    checker,
    waitingRequests,
    keyMonitor,
    limiter,
    hasUnknownWindow,
    drained,
    pauseReason: () => gate.pauseReason(),
    usage: () => readUsage({ spending, allowance, limiter, gate }),
    allowanceOf: (person) => allowance.leftOf(person),
    forget: (requester) => allowance.forget(requester),
    handover: async () => {
      await limiter.drained;
      return { markId: processMark.id, ends: rows.unwritten() };
    },
  };
}

type Records = ReturnType<typeof createRecords>;
type Service = ReturnType<typeof createService>;

/** What the store has of sends and processes. */
function createRecords({ database, seal, markFile }: Installation, options: ChecksOptions) {
  const { settings, boot = bootId(), health, metrics, clock } = options;
  const { cache, limits } = settings;
  const { sql } = database;
  const sendKeptMs = Math.max(settings.requestMaxAgeMs, SPARE_MS) + SPARE_MS;
  const sendTable = new SendTable(seal);
  const metadata = new MetadataTable(sql, clock);
  const spending = new SpendingBook({ sql, clock });
  const rows = new SendRows({
    sendTable,
    spending,
    health,
    sql,
    boot,
    keptMs: sendKeptMs,
    answerKeptMs: cache.foundTtlMs,
    metrics,
    clock,
  });
  const processMark = new ProcessMark({ metadata, file: markFile, limits, boot, clock });
  return { sendTable, sendKeptMs, metadata, spending, rows, processMark };
}

/** The way to the service. */
function createService(
  { database, seal }: Installation,
  { provider, settings, health, raise, metrics, lifetime, clock }: ChecksOptions,
  { sendTable, metadata, spending, rows }: Records,
) {
  const { cache, limits, callTimeoutMs, keyId = '' } = settings;
  const { sql } = database;
  const limiter = new Limiter({ ...limits, callTimeoutMs, lifetime, clock });
  const stored = new StoredPause({
    metadata,
    row: `pause ${seal.hash(`service ${cache.realm}`)}`,
    keyId,
    health,
    clock,
  });
  const { windowMs } = limits;
  const pause = new ServicePause({ windowMs, limiter, stored, raise, lifetime, clock });
  const gate = new ServiceGate(pause);
  const sends = new Sends({
    provider,
    limiter,
    gate,
    rows,
    sql,
    isOwner: () => database.isOwner(),
    metrics,
    clock,
  });
  const keyMonitor = new KeyMonitor({
    sends,
    sendTable,
    spending,
    sql,
    cache,
    health,
    raise,
    lifetime,
    clock,
  });
  startRecovery({ pause, keyMonitor, lifetime, clock });
  return { limiter, pause, gate, sends, keyMonitor };
}

/** The purchases, with what was paid before and what people may still pay. */
function createPurchases(
  { database, seal }: Installation,
  options: ChecksOptions,
  { sendTable, sendKeptMs, rows, limiter, sends, keyMonitor }: Records & Service,
) {
  const { provider, settings, accountOf, health, raise, metrics, lifetime, clock } = options;
  const { sql } = database;
  const answers = new PaidAnswers({
    database,
    seal,
    sendTable,
    reader: provider,
    settings: settings.cache,
    sendKeptMs,
    health,
    lifetime,
    clock,
  });
  const allowance = new Allowance({
    accountOf,
    sql,
    sendTable,
    seal,
    keyMonitor,
    settings: settings.allowance,
    raise,
    lifetime,
    clock,
  });
  const purchases = new Purchases({
    provider,
    limiter,
    rows,
    sends,
    answers,
    allowance,
    accountOf,
    sql,
    metrics,
  });
  return { answers, allowance, purchases };
}

interface UsageParts {
  readonly spending: SpendingBook;
  readonly allowance: Allowance;
  readonly limiter: Limiter;
  readonly gate: ServiceGate;
}

async function readUsage({ spending, allowance, limiter, gate }: UsageParts): Promise<Usage> {
  const [today, month, budget] = await Promise.all([
    spending.today(),
    spending.month(),
    allowance.budget(),
  ]);
  const paused = gate.pauseReason();
  return {
    today,
    month,
    ...limiter.usage(),
    ...(budget !== undefined && { budget }),
    ...(paused !== undefined && { paused }),
  };
}

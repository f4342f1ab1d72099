import { HOUR_MS } from '../core/clock.ts';
import { Limiter } from '../limiter/limiter.ts';
import type { Installation } from '../store/open.ts';
import { MetadataTable } from '../store/schema/metadata.ts';
import { SendTable } from '../store/schema/send.ts';
import { Allowance } from './allowance.ts';
import { PaidAnswers } from './answers/paid-answers.ts';
import { SavingChecker } from './checker.ts';
import type { Checker } from './contract.ts';
import { KeyMonitor } from './key/monitor.ts';
import type { ChecksOptions } from './options.ts';
import { bootId, ProcessMark } from './process-mark.ts';
import { Purchases } from './purchases.ts';
import { Sends } from './sends.ts';
import { startRecovery } from './service/recovery.ts';
import { ServiceGate } from './service/service-gate.ts';
import { ServicePause } from './service/service-pause.ts';
import { StoredPause } from './service/stored-pause.ts';
import { SpendingBook } from './spending.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** A send is kept this much longer than a request may be open, and at least for two days. */
const SPARE_MS = 24 * HOUR_MS;

/** All that the checks consist of. */
export interface CheckParts extends ServiceParts {
  readonly answers: PaidAnswers;
  readonly allowance: Allowance;
  readonly checker: Checker;
  readonly waitingRequests: WaitingRequests;
  readonly processMark: ProcessMark;
}

/** The way to the service, and what it writes to. */
interface ServiceParts {
  readonly sendTable: SendTable;
  readonly metadata: MetadataTable;
  readonly spending: SpendingBook;
  /** Identifies the boot of the machine. */
  readonly boot: string;
  /** How long the row of a send is kept: longer than any request is open. */
  readonly sendKeptMs: number;
  readonly limiter: Limiter;
  readonly pause: ServicePause;
  readonly gate: ServiceGate;
  readonly sends: Sends;
  readonly keyMonitor: KeyMonitor;
}

/** Creates the parts. Each knows only those before it; nothing calls back but by listening. */
export function createParts(installation: Installation, options: ChecksOptions): CheckParts {
  const { database, seal, markFile } = installation;
  const { provider, settings, accountOf, health, raise, metrics, lifetime, clock } = options;
  const { sql } = database;
  const { cache } = settings;
  const service = createServiceParts(installation, options);
  const { sendTable, metadata, spending, boot, sendKeptMs } = service;
  const { limiter, gate, sends, keyMonitor } = service;
  const answers = new PaidAnswers({
    database,
    seal,
    sendTable,
    reader: provider,
    settings: cache,
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
    concurrent: settings.limits.concurrent,
    raise,
    clock,
  });
  const purchases = new Purchases({
    provider,
    limiter,
    sends,
    answers,
    allowance,
    accountOf,
    sql,
    metrics,
  });
  const waitingRequests = new WaitingRequests();
  const checker = new SavingChecker({
    answers,
    purchases,
    gate,
    spending,
    waitingRequests,
    limiter,
    accountOf,
    scope: cache.scope,
    health,
    metrics,
    draining: lifetime.draining,
  });
  const processMark = new ProcessMark({
    metadata,
    file: markFile,
    limits: settings.limits,
    boot,
    clock,
  });
  return { ...service, answers, allowance, checker, waitingRequests, processMark };
}

function createServiceParts(installation: Installation, options: ChecksOptions): ServiceParts {
  const { database, seal } = installation;
  const { provider, settings, boot = bootId(), health, raise, metrics, lifetime, clock } = options;
  const { cache, limits, callTimeoutMs, serviceAccount = '' } = settings;
  const { sql } = database;
  const sendKeptMs = Math.max(settings.requestMaxAgeMs, SPARE_MS) + SPARE_MS;
  const sendTable = new SendTable(seal);
  const metadata = new MetadataTable(sql, clock);
  const spending = new SpendingBook({ sql, clock });
  const limiter = new Limiter({ ...limits, callTimeoutMs, lifetime, clock });
  const stored = new StoredPause({
    metadata,
    row: `pause ${seal.hash(`service ${cache.realm}`)}`,
    account: serviceAccount,
    health,
    clock,
  });
  const pause = new ServicePause({
    windowMs: limits.windowMs,
    limiter,
    stored,
    raise,
    lifetime,
    clock,
  });
  const gate = new ServiceGate(pause);
  const sends = new Sends({
    provider,
    limiter,
    gate,
    sendTable,
    spending,
    health,
    sql,
    boot,
    keptMs: sendKeptMs,
    answerKeptMs: cache.foundTtlMs,
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
  return {
    sendTable,
    metadata,
    spending,
    boot,
    sendKeptMs,
    limiter,
    pause,
    gate,
    sends,
    keyMonitor,
  };
}

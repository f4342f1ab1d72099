import { HOUR_MS } from '../core/time/clock.ts';
import type { Installation } from '../store/installation.ts';
import { MetadataTable } from '../store/schema/metadata-table.ts';
import { SendTable } from '../store/schema/send-table.ts';
import { Allowance } from './allowance.ts';
import { PaidAnswers } from './answers/paid-answers.ts';
import { CachedChecker } from './checker.ts';
import type { Checker } from './contract.ts';
import { KeyMonitor } from './key/monitor.ts';
import { handOverSends, type SendsHandover } from './last-process/handover.ts';
import { continueFromLastProcess } from './last-process/last-process.ts';
import { bootId, ProcessMark } from './last-process/process-mark.ts';
import type { ChecksOptions } from './options.ts';
import { Purchases } from './purchases.ts';
import { startRecovery } from './service/recovery.ts';
import { createServiceAccess, type ServiceAccess } from './service/service-access.ts';
import { SpendingBook } from './spending.ts';
import type { Usage } from './usage.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** The row of a send is kept this much longer than its request sends checks; at least two days. */
const SPARE_MS = 24 * HOUR_MS;

/**
 * Everything between a command and the service. What a newcomer asks, and where the answer is:
 *
 *     What does a command ask for, and get?      contract
 *     Where does an answer come from?            checker
 *     Where is money decided?                    allowance, asked by purchases
 *     What is written before a byte leaves?      service/send-rows: `insert`, called by purchases
 *     Who pauses?                                service/service-gate, by service/failure-rules
 *     Who limits?                                limiter/limiter, asked by service/sends
 *     What happens after a kill?                 last-process/last-process
 *     What does the next run get from this one?  last-process/handover
 *
 * All files:
 *
 *     contract                   what a command asks for, and how a check ends
 *     checker                    decides where an answer comes from: one of the next three
 *     answers/paid-answers       what was paid for: the cache, and the rows of `send`; it has a map
 *     flights                    one check for all who ask for the same
 *     purchases                  pays for an answer, step by step
 *     allowance, accounts        how much may be paid, and whose checks count together
 *     service/service-access     leads to the service; it has a map of that folder
 *     last-process/last-process  continues what an earlier process has sent; it has a map, too
 *     key/monitor                watches what the key has left
 *     spending, usage            counts by days what was paid and saved; what `/quota` shows
 *     waiting-requests           which requests wait for a check
 *     request-reads              lets a long list read only a few saved answers at a time
 *     alerts, options            the messages that admins get; what a run gives to all of these
 */
export interface Checks {
  /** Answers IMEIs. */
  readonly checker: Checker;
  /** Checks that people may still make. */
  readonly allowance: Pick<Allowance, 'leftToday' | 'forget'>;
  /** When and whether the service may be asked. */
  readonly service: Pick<ServiceAccess, 'limiter' | 'gate'>;
  /** The status of the key, now and over the last 30 days. */
  readonly keyMonitor: KeyMonitor;
  /** The requests that wait for the service. */
  readonly waitingRequests: WaitingRequests;
  /** Whether the store may lack the latest sends. Then nothing is sent for one window. */
  readonly hasUnknownWindow: boolean;
  /** Resolves when the run drains, nothing is in flight, and the store has or will get that. */
  readonly drained: Promise<void>;
  /** What the next run of this process has to know: see {@link handOverSends}. */
  handover(): Promise<SendsHandover>;
  /** @throws StoreFailed */
  usage(): Promise<Usage>;
}

/**
 * Creates the checks, and continues from the last process. Each part knows only those before it;
 * the pause reaches `recovery`, which is after it, only through a listener.
 * @throws StoreFailed
 */
export async function createChecks(
  installation: Installation,
  options: ChecksOptions,
): Promise<Checks> {
  const { settings, boot = bootId(), health, raise, metrics, lifetime, clock } = options;
  const { cache, limits, callTimeoutMs, keyId, requestMaxAgeMs } = settings;
  const { sql } = installation.database;
  const metadata = new MetadataTable(sql, clock);
  const sendTable = new SendTable(installation.seal);
  const spending = new SpendingBook({ sql, clock });
  const sendKeptMs = Math.max(requestMaxAgeMs, SPARE_MS) + SPARE_MS;
  const common = { ...options, installation, metadata, sendTable, spending, boot, sendKeptMs };

  const service = createServiceAccess(common);
  const keyMonitor = new KeyMonitor({
    sends: service.sends,
    pause: service.pause,
    spending,
    sql,
    cache,
    keyId,
    health,
    raise,
    lifetime,
    clock,
  });
  startRecovery({ pause: service.pause, keyMonitor, lifetime, clock });
  const file = installation.markFile;
  const processMark = new ProcessMark({ metadata, file, limits, callTimeoutMs, boot, clock });
  const { hasUnknownWindow } = await continueFromLastProcess({
    sql,
    sendTable,
    spending,
    processMark,
    service,
    perWindow: limits.perWindow,
    isComplete: options.isNew === true || cache.isSandbox,
    handover: options.handover,
    metrics,
  });
  const drained = lifetime.whenDraining('checks', async () => {
    await service.limiter.drained;
    await health.writeOrQueue('the end of the process', () => processMark.end());
  });
  const waitingRequests = new WaitingRequests();
  const { checker, allowance } = createChecker({ ...common, service, keyMonitor, waitingRequests });
  return {
    checker,
    allowance,
    service,
    keyMonitor,
    waitingRequests,
    hasUnknownWindow,
    drained,
    handover: () => handOverSends({ ...service, processMark }),
    usage: () => readUsage({ spending, allowance, service }),
  };
}

interface CheckerParts extends ChecksOptions {
  readonly installation: Installation;
  readonly spending: SpendingBook;
  readonly sendKeptMs: number;
  readonly service: ServiceAccess;
  readonly keyMonitor: KeyMonitor;
  readonly waitingRequests: WaitingRequests;
}

/** What decides where an answer comes from, and what may be paid for. */
function createChecker(parts: CheckerParts): { checker: Checker; allowance: Allowance } {
  const { installation, spending, sendKeptMs, service, keyMonitor, waitingRequests } = parts;
  const { provider, settings, accountOf, health, raise, metrics, lifetime, clock } = parts;
  const { database, seal } = installation;
  const { sql } = database;

  const answers = new PaidAnswers({
    database,
    seal,
    rows: service.rows,
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
    seal,
    keyMonitor,
    settings: settings.allowance,
    raise,
    lifetime,
    clock,
  });
  const purchases = new Purchases({
    provider,
    service,
    answers,
    allowance,
    accountOf,
    sql,
    metrics,
  });
  const checker = new CachedChecker({
    answers,
    purchases,
    service,
    spending,
    waitingRequests,
    allowance,
    accountOf,
    sharedBy: settings.cache.sharedBy,
    health,
    metrics,
    lifetime,
    clock,
  });
  answers.startMoving();
  return { checker, allowance };
}

interface UsageParts {
  readonly spending: SpendingBook;
  readonly allowance: Allowance;
  readonly service: Pick<ServiceAccess, 'limiter' | 'gate'>;
}

async function readUsage({ spending, allowance, service }: UsageParts): Promise<Usage> {
  const [today, month, budget] = await Promise.all([
    spending.today(),
    spending.month(),
    allowance.budget(),
  ]);
  const pause = service.gate.pauseReason();
  return {
    today,
    month,
    ...service.limiter.usage(),
    budget,
    pause,
  };
}

import { HOUR_MS } from '../core/time/clock.ts';
import type { Installation } from '../store/open.ts';
import { Allowance } from './allowance.ts';
import { PaidAnswers } from './answers/paid-answers.ts';
import { CachedChecker } from './checker.ts';
import type { Checker } from './contract.ts';
import type { ChecksOptions } from './options.ts';
import { Purchases } from './purchases.ts';
import { openServiceAccess, type ServiceAccess } from './service/service-access.ts';
import { SpendingBook } from './spending.ts';
import type { Usage } from './usage.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** The row of a send is kept this much longer than its request sends checks; at least two days. */
const SPARE_MS = 24 * HOUR_MS;

/**
 * Everything between a command and the service:
 *
 *     contract                   what a command asks for, and how a check ends
 *     checker                    decides where an answer comes from: one of the next three
 *     answers/paid-answers       what was paid for: the cache, and the rows of `send`
 *     flights                    one check for all who ask for the same
 *     purchases                  pays for an answer
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
  readonly checker: Checker;
  /** Checks that people may still make. */
  readonly allowance: Pick<Allowance, 'leftToday' | 'forget'>;
  readonly service: ServiceAccess;
  readonly waitingRequests: WaitingRequests;
  /** @throws StoreFailed */
  usage(): Promise<Usage>;
}

/**
 * Creates the checks, and continues from the last process. Each part knows only those before it.
 * @throws StoreFailed
 */
export async function createChecks(
  installation: Installation,
  options: ChecksOptions,
): Promise<Checks> {
  const { provider, settings, accountOf, health, raise, metrics, lifetime, clock } = options;
  const { cache, requestMaxAgeMs } = settings;
  const { database, seal } = installation;
  const { sql } = database;
  const sendKeptMs = Math.max(requestMaxAgeMs, SPARE_MS) + SPARE_MS;
  const spending = new SpendingBook({ sql, clock });
  const waitingRequests = new WaitingRequests();

  const service = await openServiceAccess({
    ...options,
    installation,
    spending,
    sendKeptMs,
  });
  const answers = new PaidAnswers({
    database,
    seal,
    rows: service.rows,
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
    seal,
    keyMonitor: service.keyMonitor,
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
    sharedBy: cache.sharedBy,
    health,
    metrics,
    lifetime,
    clock,
  });
  answers.moveToCache();
  return {
    checker,
    allowance,
    service,
    waitingRequests,
    usage: () => readUsage({ spending, allowance, service }),
  };
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
  const paused = service.gate.pauseReason();
  return {
    today,
    month,
    ...service.limiter.usage(),
    budget,
    paused,
  };
}

import { randomUUID } from 'node:crypto';
import type { Principal } from '../core/requester.ts';
import { createLimiter, type Limiter } from '../limiter/limiter.ts';
import { type AnswerReader, readWith } from '../provider/contract.ts';
import type { KeyStatus } from '../provider/device.ts';
import type { MarkFile } from '../store/mark-file.ts';
import { createSettingTable } from '../store/schema/setting.ts';
import { createUsageDayTable } from '../store/schema/usage-day.ts';
import type { Checker, Usage } from './answer.ts';
import { type CheckBasics, type CheckWaits, createAccounts } from './basics.ts';
import type { CacheSettings } from './lookup/cache.ts';
import { createLookupRoom } from './lookup/room.ts';
import { type Breaker, createBreaker } from './outbox/breaker.ts';
import { createBreakerMemory } from './outbox/breaker-memory.ts';
import { createOutboxRoom } from './outbox/room.ts';
import type { AllowanceSettings } from './quota/allowance.ts';
import type { KeyStatusReader } from './quota/key-status.ts';
import type { KeyWatch } from './quota/key-watch.ts';
import { createQuotaRoom, type QuotaRoom } from './quota/room.ts';
import { createSpendingBook, type SpendingBook } from './quota/spending.ts';
import type { UsageHistory } from './quota/trend.ts';

export interface ChecksSettings {
  readonly cache: CacheSettings;
  readonly requestTimeoutMs: number;
  /** How long a request is open at most: what was sent for it is remembered longer. */
  readonly requestMaxAgeMs: number;
  readonly allowance: AllowanceSettings;
  /** Names the account at the service, and says nothing of its key: what a new key mends is not remembered of the old one. */
  readonly account?: string;
}

export interface ChecksNeeds extends Omit<CheckBasics, 'by' | 'read'> {
  /** Read what is stored of other providers. */
  readonly readers?: readonly AnswerReader[];
  /** Where the store can leave a word about itself; a store without one ends with the process. */
  readonly markFile?: MarkFile | undefined;
  /** See `OpenDatabase`. */
  readonly holds?: (() => boolean) | undefined;
  readonly settings: ChecksSettings;
}

/** So many days the last 30 times 24 hours touch, today being one. */
const PAST_DAYS = 31;

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
  /** The store works again: reads what could not be read at the start. */
  catchUp(): Promise<void>;
  /** An earlier process may have sent something for this request, and this one goes on with it. */
  resumed(requestId: string, acceptedAt: number): void;
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
  const accountOf = createAccounts(needs.settings.allowance.listed ?? []);
  const spending = openSpending(needs);
  const limiter = openLimiter(needs);
  const basics = {
    ...needs,
    by: randomUUID(),
    read: readWith([needs.provider, ...(needs.readers ?? [])]),
  };
  const outboxRoom = await createOutboxRoom({
    ...basics,
    limiter,
    countInDoubt: (checks) => spending.count('inDoubt', checks),
  });
  const { outbox, ledger, startsUnknowing } = outboxRoom;
  const quota = createQuotaRoom({ ...basics, outbox, spending, accountOf });
  const { keyStatus, keyWatch, allowance } = quota;
  const breaker = openBreaker(needs, limiter, keyStatus);
  const lookup = createLookupRoom({
    ...{ ...basics, outbox, ledger, breaker, allowance, spending, accountOf },
    estimate: limiter.estimate,
    promote: limiter.promote,
  });
  await breaker.restore();
  return {
    checker: lookup.checker,
    waits: lookup.waits,
    keyStatus,
    keyWatch,
    limiter,
    startsUnknowing,
    paused: () => pausedBy(breaker).paused,
    usage: () => usageOf({ spending, allowance, limiter, breaker }),
    past: () => pastOf(quota, spending),
    catchUp: async () => {
      await outboxRoom.catchUp();
      await lookup.catchUp();
      await breaker.catchUp();
      await allowance.catchUp();
    },
    resumed: lookup.resumed,
    forget: allowance.forget,
    drain: () => {
      breaker.stop();
      keyWatch.stop();
      outboxRoom.stop();
      return limiter.drain();
    },
    stop: limiter.stop,
  };
}

function openSpending({ store, clock, observer, health }: ChecksNeeds): SpendingBook {
  return createSpendingBook({
    table: createUsageDayTable(store.sql),
    clock,
    observer,
    onError: health.report,
  });
}

/** The one limiter. */
function openLimiter({ provider, clock, settings }: ChecksNeeds): Limiter {
  return createLimiter({ ...provider.limits, requestTimeoutMs: settings.requestTimeoutMs, clock });
}

/** The breaker asks the key's status whether all is well again, and listens to what that says otherwise. */
function openBreaker(needs: ChecksNeeds, limiter: Limiter, keyStatus: KeyStatusReader): Breaker {
  const { store, provider, seal, health, clock, raise, settings } = needs;
  const breaker = createBreaker({
    clock,
    raise,
    windowMs: provider.limits.windowMs,
    memory: createBreakerMemory({
      settings: createSettingTable(store.sql, clock),
      clock,
      service: seal.hash(`service ${settings.cache.realm}`),
      account: settings.account ?? '',
      onError: health.report,
    }),
    pauseAll: limiter.pause,
    probe: async (signal) => canCheck((await keyStatus.get({ maxAgeMs: 0, signal })).status),
  });
  keyStatus.listen({
    onFailure: (failure) => {
      // A status call costs nothing, so only what it says of the key, the account and the limit counts.
      if (failure.refusesAll) breaker.failed(failure);
    },
  });
  return breaker;
}

/** Whether the key's status leaves anything to be had: fields the service left out count as fine. */
function canCheck({ hasAccess, checksLeft }: KeyStatus): boolean {
  return hasAccess !== false && checksLeft.hour !== 0 && checksLeft.day !== 0 && checksLeft.month !== 0;
}

function pausedBy(breaker: Breaker): Pick<Usage, 'paused'> {
  const state = breaker.state();
  return state.open ? { paused: { code: state.code, retryAt: state.retryAt } } : {};
}

interface UsageSources extends Pick<QuotaRoom, 'allowance'> {
  readonly spending: SpendingBook;
  readonly limiter: Limiter;
  readonly breaker: Breaker;
}

async function usageOf({ spending, allowance, limiter, breaker }: UsageSources): Promise<Usage> {
  const [today, month, budget] = await Promise.all([spending.today(), spending.month(), allowance.budget()]);
  return {
    today,
    month,
    ...(budget !== undefined && { budget }),
    ...limiter.usage(),
    ...pausedBy(breaker),
  };
}

async function pastOf({ keyHistory }: QuotaRoom, spending: SpendingBook): Promise<UsageHistory> {
  const [samples, paidByDay, savedByDay] = await Promise.all([
    keyHistory.samples(),
    spending.paidByDay(PAST_DAYS),
    spending.savedByDay(PAST_DAYS),
  ]);
  return { samples, paidByDay, savedByDay };
}

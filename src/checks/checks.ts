import type { Principal } from '../core/adapter.ts';
import { HOUR_MS } from '../core/clock.ts';
import { createLimiter, type Limiter } from '../limiter/limiter.ts';
import { readWith } from '../provider/contract.ts';
import type { KeyStatus } from '../provider/device.ts';
import { createSendTable } from '../store/schema/send.ts';
import { createSettingTable } from '../store/schema/setting.ts';
import { createAnswers } from './answers.ts';
import { createBreaker } from './breaker.ts';
import { createChecker } from './check.ts';
import { type Checker, type ChecksNeeds, type CheckWaits, createAccounts, type Usage } from './contract.ts';
import { createKey, type Key } from './key.ts';
import { bootId, createProcessMark } from './process-mark.ts';
import { createSends } from './send.ts';
import { createSpending } from './spending.ts';
import type { UsageHistory } from './trend.ts';

/** A send is kept this much longer than a request may be open, and at least for two days. */
const SPARE_MS = 24 * HOUR_MS;
/** The last 30 times 24 hours touch 31 days (UTC). */
const PAST_DAYS = 31;

/** Everything between a command and the service. */
export interface Checks {
  readonly checker: Checker & CheckWaits;
  readonly key: Key;
  readonly limiter: Limiter;
  /** The store may lack the latest sends, so nothing is sent for one window. */
  readonly hasUnknownWindow: boolean;
  usage(): Promise<Usage>;
  past(): Promise<UsageHistory>;
  /** Why nothing is sent at the moment, if so. */
  paused(): Usage['paused'];
  /** Removes a person from the counts; the number of today's checks stays. */
  forget(requester: Principal): Promise<void>;
  /** Sends nothing more; waiting checks keep waiting. Resolves when nothing is in flight and the store has recorded that. */
  drain(): Promise<void>;
  /** Gives up the checks that still wait. */
  stop(): void;
}

/**
 * Creates the checks, and continues from the last process: its window, its breaker, and the checks it lost.
 * @throws StoreFailed
 */
export async function createChecks(needs: ChecksNeeds): Promise<Checks> {
  const { provider, store, health, clock, observer, settings, boot = bootId() } = needs;
  const table = createSendTable(needs.seal);
  const settingTable = createSettingTable(store.sql, clock);
  const accountOf = createAccounts(settings.allowance.listed);
  const read = readWith([provider, ...(needs.readers ?? [])]);
  const limiter = createLimiter({ ...provider.limits, ...settings, clock });
  const answers = createAnswers(needs, read, table);
  const breaker = createBreaker({
    ...{ ...needs, ...provider.limits, table: settingTable, pauseAll: limiter.pause },
    probe: async (signal) => canCheck((await key.status({ maxAgeMs: 0, signal })).status),
  });
  const key: Key = createKey({
    ...needs,
    paidByDay: (days) => spending.byDay('paid', days),
    request: () => sends.status(),
    // A status call is free: only failures of the key, the account or the limit open the breaker.
    onFailure: (failure) => failure.refusesAll && breaker.failed(failure),
  });
  const spending = createSpending(needs, table, key);
  const keptMs = Math.max(settings.requestMaxAgeMs, SPARE_MS) + SPARE_MS;
  const parts = { read, limiter, table, answers, spending, breaker, accountOf };
  const sends = createSends({ ...needs, ...parts, boot, keptMs });
  const checker = createChecker(needs, { ...parts, sends });

  const processMark = createProcessMark({
    ...{ ...needs, settings: settingTable, boot },
    isKnown: needs.isNew || settings.cache.sandbox,
  });
  const [lost, latest] = await store.sql.tx(async (t) => {
    const checks = await table.markLost(t);
    await spending.count(t, 'inDoubt', checks);
    return [checks, await table.latest(t, 4 * provider.limits.perWindow)] as const;
  });
  observer.inDoubt(lost);
  const window = await processMark.begin(latest);
  limiter.seed(window);
  await breaker.restore();
  return {
    checker,
    key,
    limiter,
    hasUnknownWindow: window === 'unknown',
    paused: breaker.paused,
    usage: async () => {
      const [today, month, budget] = await Promise.all([
        spending.today(),
        spending.month(),
        spending.budget(),
      ]);
      const why = breaker.paused();
      return { today, month, ...limiter.usage(), ...(budget && { budget }), ...(why && { paused: why }) };
    },
    past: async () => {
      const byDay = [spending.byDay('paid', PAST_DAYS), spending.byDay('saved', PAST_DAYS)] as const;
      const [samples, paidByDay, savedByDay] = await Promise.all([key.samples(), ...byDay]);
      return { samples, paidByDay, savedByDay };
    },
    forget: spending.forget,
    drain: async () => {
      breaker.stop();
      key.stop();
      await limiter.drain();
      await processMark.end().catch(health.report);
    },
    stop: limiter.stop,
  };
}

/** Whether the key's status allows a check. A missing field allows it. */
function canCheck({ hasAccess, checksLeft }: KeyStatus): boolean {
  return hasAccess !== false && checksLeft.hour !== 0 && checksLeft.day !== 0 && checksLeft.month !== 0;
}

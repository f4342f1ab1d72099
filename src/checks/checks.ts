import { type Clock, HOUR_MS } from '../core/clock.ts';
import { createLimiter } from '../limiter/limiter.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { type AnswerReader, type LookupProvider, readWith } from '../provider/contract.ts';
import type { KeyStatus } from '../provider/device.ts';
import type { StoreHealth } from '../store/health.ts';
import type { OpenStore } from '../store/open.ts';
import { createSendTable } from '../store/schema/send.ts';
import { createSettingTable } from '../store/schema/setting.ts';
import { createAllowance } from './allowance.ts';
import { createAnswers } from './answers.ts';
import { createBreaker } from './breaker.ts';
import { createChecker } from './check.ts';
import type { Checker, ChecksSettings, RaiseAlert, Usage } from './contract.ts';
import { createKey, type Key } from './key.ts';
import { bootId, createProcessMark } from './process-mark.ts';
import { createSendRecord, type WriteEnd } from './record.ts';
import { createSends } from './send.ts';
import { createSpending } from './spending.ts';
import type { UsageHistory } from './trend.ts';

/** A send is kept this much longer than a request may be open, and at least for two days. */
const SPARE_MS = 24 * HOUR_MS;
/** The last 30 times 24 hours touch 31 days (UTC). */
const PAST_DAYS = 31;

type Opened = Pick<OpenStore, 'store' | 'seal'> & Partial<Pick<OpenStore, 'markFile' | 'holds'>>;

/** How sends of a run ended, which its store did not take any more. The next run of the same process writes it. */
export interface LeftSends {
  /** The mark in the store when it was lost. */
  readonly markId: string | undefined;
  readonly ends: readonly WriteEnd[];
}

/** Everything between a command and the service. */
export type Checks = Awaited<ReturnType<typeof createChecks>>;

/**
 * Creates the checks, and continues from the last process: its window, its breaker, and the checks it lost.
 * @throws StoreFailed
 */
export async function createChecks(
  { store, seal, markFile, holds = () => true }: Opened,
  options: {
    readonly provider: LookupProvider;
    /** Read what is stored of other providers. */
    readonly readers?: readonly AnswerReader[];
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
    readonly clock: Clock;
  },
) {
  const { provider, readers = [], settings, left, isNew = false, boot = bootId() } = options;
  const { health, raise, observer, clock } = options;
  const { cache, requestTimeoutMs, account = '' } = settings;
  const { sql } = store;
  const table = createSendTable(seal);
  const settingTable = createSettingTable(sql, clock);
  const limiter = createLimiter({ ...provider.limits, requestTimeoutMs, clock });
  const read = readWith([provider, ...readers]);
  const answers = createAnswers(store, seal, table, read, { clock, cache, report: health.report });
  const spending = createSpending(sql, clock, health, observer);
  const breaker = createBreaker({
    ...{ table: settingTable, row: `breaker ${seal.hash(`service ${cache.realm}`)}`, account },
    ...{ windowMs: provider.limits.windowMs, pauseAll: limiter.pause, health, raise, clock },
    probe: async (signal) => canCheck((await key.status({ maxAgeMs: 0, signal })).status),
  });
  const paidByDay = (days: number) => spending.byDay('paid', days);
  const key: Key = createKey(sql, cache, () => sends.status(), paidByDay, { health, raise, clock });
  const allowance = createAllowance(sql, table, seal, key, {
    settings: settings.allowance,
    raise,
    clock,
  });
  const keptMs = Math.max(settings.requestMaxAgeMs, SPARE_MS) + SPARE_MS;
  const record = createSendRecord(table, spending, health, { sql, clock, boot, keptMs });
  const sends = createSends({
    ...{ provider, limiter, breaker, answers, allowance, record, sql, holds, observer, clock },
  });
  const checker = createChecker(answers, sends, breaker, spending, {
    health,
    observer,
    scope: cache.scope,
  });

  const processMark = createProcessMark(settingTable, markFile, provider.limits, clock, boot);
  // Otherwise its rows are those of another process, or another store.
  const isOurs = left?.markId !== undefined && (await processMark.isLatest(left.markId));
  const ends = isOurs ? left.ends : [];
  const [lost, latest] = await sql.tx(async (t) => {
    for (const writeEnd of ends) await writeEnd(t);
    const checks = await table.markLost(t);
    await spending.count(t, 'inDoubt', checks);
    return [checks, await table.latest(t, 4 * provider.limits.perWindow)] as const;
  });
  observer.inDoubt(lost);
  const window = await processMark.begin(latest, isNew || cache.sandbox);
  limiter.seed(window);
  await breaker.restore();
  const estimate: Checker['estimate'] = (count, person) =>
    limiter.estimate(count, person && allowance.accountOf(person));
  return {
    ...{ checker: { ...checker, estimate }, key, limiter },
    /** The store may lack the latest sends, so nothing is sent for one window. */
    hasUnknownWindow: window === 'unknown',
    /** Why nothing is sent at the moment, if so. */
    paused: breaker.paused,
    usage: async (): Promise<Usage> => {
      const figures = [spending.today(), spending.month(), allowance.budget()] as const;
      const [today, month, budget] = await Promise.all(figures);
      const why = breaker.paused();
      return {
        today,
        month,
        ...limiter.usage(),
        ...(budget && { budget }),
        ...(why && { paused: why }),
      };
    },
    past: async (): Promise<UsageHistory> => {
      const byDay = [
        spending.byDay('paid', PAST_DAYS),
        spending.byDay('saved', PAST_DAYS),
      ] as const;
      const [samples, paidByDay, savedByDay] = await Promise.all([key.samples(), ...byDay]);
      return { samples, paidByDay, savedByDay };
    },
    /** Removes a person from the counts; the number of today's checks stays. */
    forget: allowance.forget,
    /** Sends nothing more; waiting checks keep waiting. Resolves when nothing is in flight and the store has recorded that. */
    drain: async (): Promise<void> => {
      breaker.stop();
      key.stop();
      await limiter.drain();
      await health.untilDone(processMark.end).catch(health.report);
    },
    /** Gives up the checks that still wait. */
    stop: limiter.stop,
    /** What the next run of this process has to know, once this one has stopped. */
    left: (): LeftSends => ({ markId: processMark.id(), ends: record.unwritten() }),
  };
}

/** Whether the key's status allows a check. A missing field allows it. */
function canCheck({ hasAccess, checksLeft }: KeyStatus): boolean {
  return (
    hasAccess !== false && checksLeft.hour !== 0 && checksLeft.day !== 0 && checksLeft.month !== 0
  );
}

import type { Principal } from '../core/adapter.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { PastRow, SendTable } from '../store/schema/send.ts';
import type { AccountOf } from './accounts.ts';
import type { Allowance } from './allowance.ts';
import type { Checker } from './contract.ts';
import type { KeyMonitor } from './key/monitor.ts';
import type { ChecksOptions, ChecksStore, SendsHandover } from './options.ts';
import { type CheckParts, createParts } from './parts.ts';
import type { PauseReason, Usage } from './usage.ts';
import type { WaitingRequests } from './waiting-requests.ts';

/** So many windows of earlier sends are looked at when a process starts. */
const PAST_WINDOWS = 4;

/** Everything between a command and the service. */
export interface Checks {
  readonly checker: Checker;
  /** The account that pays for a person's checks, and takes their turns. */
  readonly accountOf: AccountOf;
  /** Which requests wait for the service. */
  readonly waitingRequests: WaitingRequests;
  readonly keyMonitor: KeyMonitor;
  readonly limiter: Limiter;
  /** The store may lack the latest sends, so nothing is sent for one window. */
  readonly hasUnknownWindow: boolean;
  /** Resolves when the run ends, nothing is in flight any more, and the store has recorded that. */
  readonly drained: Promise<void>;
  /** Why nothing is sent at the moment, if so. */
  pauseReason(): PauseReason | undefined;
  /** Rejects if the store fails. */
  usage(): Promise<Usage>;
  /** What a person may still check today: see `Allowance.leftOf`. */
  allowanceOf: Allowance['leftOf'];
  /**
   * Removes a person from the counts; the number of today's checks stays. Rejects if the store
   * fails.
   */
  forget(requester: Principal): Promise<void>;
  /**
   * What the next run of this process has to know, once this one has stopped. Resolves when nothing
   * is in flight any more: that may be later, after a store that was lost.
   */
  handover(): Promise<SendsHandover>;
}

/**
 * Creates the checks, and continues from the last process: its window, its pause, and the checks it
 * lost.
 * @throws StoreFailed
 */
export async function createChecks(
  installation: ChecksStore,
  options: ChecksOptions,
): Promise<Checks> {
  const parts = createParts(installation, options);
  const { sendTable, spending, processMark, limiter, gate, answers } = parts;
  const { provider, settings, handover, isNew = false, health, metrics, lifetime } = options;
  const { sql } = installation.store;
  // If the mark is another one, another process has served since, or this is another store.
  const isOurs = handover?.markId !== undefined && (await processMark.isLatest(handover.markId));
  const { lost, latest } = await sql.tx(async (t) => {
    for (const writeOutcome of isOurs ? handover.outcomes : []) await writeOutcome(t);
    return recoverSends(t, { sendTable, spending, most: PAST_WINDOWS * provider.limits.perWindow });
  });
  metrics.inDoubt(lost);
  const window = await processMark.begin(latest, isNew || settings.cache.sandbox);
  limiter.seed(window);
  await gate.restore();
  void answers.moveToCache();
  const drained = lifetime.onDraining('checks', async () => {
    await limiter.drained;
    await health.writeOrQueue('the end of the process', () => processMark.end());
  });
  return new AllChecks(parts, drained, window === 'unknown');
}

type RecoveryBooks = Pick<CheckParts, 'sendTable' | 'spending'> & { readonly most: number };

/** Marks what an earlier process left open as lost, and reads its latest sends. */
async function recoverSends(
  t: Parameters<SendTable['markLost']>[0],
  { sendTable, spending, most }: RecoveryBooks,
): Promise<{ readonly lost: number; readonly latest: readonly PastRow[] }> {
  const lost = await sendTable.markLost(t);
  await spending.count(t, 'inDoubt', lost);
  return { lost, latest: await sendTable.latest(t, most) };
}

class AllChecks implements Checks {
  readonly checker: Checker;
  readonly accountOf: AccountOf;
  readonly waitingRequests: WaitingRequests;
  readonly keyMonitor: KeyMonitor;
  readonly limiter: Limiter;
  readonly hasUnknownWindow: boolean;
  readonly drained: Promise<void>;
  readonly #parts: CheckParts;

  constructor(parts: CheckParts, drained: Promise<void>, hasUnknownWindow: boolean) {
    this.checker = parts.checker;
    this.accountOf = parts.allowance.accountOf;
    this.waitingRequests = parts.waitingRequests;
    this.keyMonitor = parts.keyMonitor;
    this.limiter = parts.limiter;
    this.drained = drained;
    this.hasUnknownWindow = hasUnknownWindow;
    this.#parts = parts;
  }

  pauseReason(): PauseReason | undefined {
    return this.#parts.gate.pauseReason();
  }

  async usage(): Promise<Usage> {
    const { spending, allowance, limiter } = this.#parts;
    const [today, month, budget] = await Promise.all([
      spending.today(),
      spending.month(),
      allowance.budget(),
    ]);
    const paused = this.pauseReason();
    return {
      today,
      month,
      ...limiter.usage(),
      ...(budget !== undefined && { budget }),
      ...(paused !== undefined && { paused }),
    };
  }

  allowanceOf(...purchase: Parameters<Allowance['leftOf']>): ReturnType<Allowance['leftOf']> {
    return this.#parts.allowance.leftOf(...purchase);
  }

  forget(requester: Principal): Promise<void> {
    return this.#parts.allowance.forget(requester);
  }

  async handover(): Promise<SendsHandover> {
    await this.limiter.drained;
    return { markId: this.#parts.processMark.id, outcomes: this.#parts.sends.unwritten() };
  }
}

import type { Principal } from '../core/principal.ts';
import type { Statement } from '../core/statement.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { Installation } from '../store/open.ts';
import type { PastRow } from '../store/schema/send.ts';
import type { Allowance } from './allowance.ts';
import type { Checker } from './contract.ts';
import type { KeyMonitor } from './key/monitor.ts';
import type { ChecksOptions, SendsHandover } from './options.ts';
import { type CheckParts, createParts } from './parts.ts';
import type { PauseReason, Usage } from './usage.ts';
import type { WaitingRequests } from './waiting-requests.ts';

/** Earlier sends read at a start, in windows. */
const PAST_WINDOWS = 4;

/** Everything between a command and the service. */
export interface Checks {
  readonly checker: Checker;
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
  installation: Installation,
  options: ChecksOptions,
): Promise<Checks> {
  const parts = createParts(installation, options);
  const { sendTable, spending, processMark, limiter, pause, gate, answers } = parts;
  const { settings, handover, isNew = false, health, metrics, lifetime } = options;
  const { sql } = installation.database;
  // If the mark is another one, another process has served since, or this is another store.
  const isOurs = handover?.markId !== undefined && (await processMark.isLatest(handover.markId));
  const { lost, latest } = await sql.tx(async (t) => {
    for (const writeOutcome of isOurs ? handover.outcomes : []) await writeOutcome(t);
    return recoverSends(t, { sendTable, spending, most: PAST_WINDOWS * settings.limits.perWindow });
  });
  metrics.inDoubt(lost);
  const window = await processMark.begin(latest, isNew || settings.cache.isSandbox);
  limiter.seed(window);
  await pause.restore();
  void answers.moveToCache();
  const drained = lifetime.onDraining('checks', async () => {
    await limiter.drained;
    await health.writeOrQueue('the end of the process', () => processMark.end());
  });
  return {
    checker: parts.checker,
    waitingRequests: parts.waitingRequests,
    keyMonitor: parts.keyMonitor,
    limiter,
    hasUnknownWindow: window === 'unknown',
    drained,
    pauseReason: () => gate.pauseReason(),
    usage: () => readUsage(parts),
    allowanceOf: (person) => parts.allowance.leftOf(person),
    forget: (requester) => parts.allowance.forget(requester),
    handover: async () => {
      await limiter.drained;
      return { markId: processMark.id, outcomes: parts.sends.unwritten() };
    },
  };
}

interface RecoveryOptions extends Pick<CheckParts, 'sendTable' | 'spending'> {
  /** How many sends are read. */
  readonly most: number;
}

/** Marks what an earlier process left open as lost, and reads its latest sends. */
async function recoverSends(
  t: Statement,
  { sendTable, spending, most }: RecoveryOptions,
): Promise<{ readonly lost: number; readonly latest: readonly PastRow[] }> {
  const lost = await sendTable.markLost(t);
  await spending.count(t, 'inDoubt', lost);
  return { lost, latest: await sendTable.latest(t, most) };
}

async function readUsage({ spending, allowance, limiter, gate }: CheckParts): Promise<Usage> {
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

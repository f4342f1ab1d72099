import type { Limiter } from '../../limiter/limiter.ts';
import type { Metrics } from '../../ops/metrics/metrics.ts';
import type { SendTable } from '../../store/schema/send.ts';
import type { Sql } from '../../store/sql.ts';
import type { SendsHandover } from '../options.ts';
import type { ServicePause } from '../service/service-pause.ts';
import type { SpendingBook } from '../spending.ts';
import type { ProcessMark } from './process-mark.ts';

/** How many earlier sends are read at a start, in windows of the limit. */
const PAST_WINDOWS = 4;

interface LastProcessOptions {
  readonly sql: Sql;
  readonly sendTable: SendTable;
  readonly spending: SpendingBook;
  readonly processMark: ProcessMark;
  readonly limiter: Limiter;
  readonly pause: ServicePause;
  readonly perWindow: number;
  /** The store has all sends for sure: it is new, or the service has no limit. */
  readonly isComplete: boolean;
  /** What the last run of this process handed over. */
  readonly handover?: SendsHandover | undefined;
  readonly metrics: Metrics;
}

/**
 * Continues where the last process ended: what it left open is lost, its sends keep their slots in
 * the window, and its pause goes on. The window is unknown if the store may lack sends.
 *
 *     mark          what a process leaves in the store about itself
 *     process-mark  writes the mark of this process, and reads that of the last one
 *     past-window   which sends of earlier processes are in the present window
 *
 * @throws StoreFailed
 */
export async function continueFromLastProcess(
  options: LastProcessOptions,
): Promise<{ readonly hasUnknownWindow: boolean }> {
  const { sql, sendTable, spending, processMark, limiter, pause, metrics } = options;
  const { perWindow, isComplete, handover } = options;
  // With another mark, another process has served since, or this is another store.
  const hasOurMark =
    handover?.markId !== undefined && (await processMark.isLatest(handover.markId));
  const unwrittenEnds = hasOurMark ? handover.ends : [];
  const { lost, latest } = await sql.tx(async (t) => {
    for (const writeEnd of unwrittenEnds) await writeEnd(t);
    const checks = await sendTable.setLost(t);
    await spending.count(t, 'inDoubt', checks);
    return { lost: checks, latest: await sendTable.latest(t, PAST_WINDOWS * perWindow) };
  });
  metrics.inDoubt(lost);
  const past = await processMark.begin(latest, isComplete);
  limiter.seed(past);
  await pause.restore();
  return { hasUnknownWindow: past === 'unknown' };
}

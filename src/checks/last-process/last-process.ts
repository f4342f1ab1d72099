import type { Metrics } from '../../ops/metrics/metrics.ts';
import type { SendTable } from '../../store/schema/send-table.ts';
import type { Sql } from '../../store/sql.ts';
import { writeSendEnd } from '../service/send-ends.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { SpendingBook } from '../spending.ts';
import type { SendsHandover } from './handover.ts';
import type { ProcessMark } from './process-mark.ts';

/** Earlier sends that are read at a start, in windows of the limit. */
const PAST_WINDOWS = 4;

interface LastProcessOptions {
  readonly sql: Sql;
  readonly sendTable: SendTable;
  readonly spending: SpendingBook;
  readonly processMark: ProcessMark;
  readonly service: Pick<ServiceAccess, 'limiter' | 'pause' | 'storedPause'>;
  readonly perWindow: number;
  /** Whether the store has all sends for sure: it is new, or the sandbox begins with this run. */
  readonly isComplete: boolean;
  /** The handover of the last run of this process. */
  readonly handover?: SendsHandover | undefined;
  readonly metrics: Metrics;
}

/**
 * Continues where the last process ended. Sends that it left open become lost, its sends keep their
 * slots in the window, and its pause goes on. The window is unknown if the store may lack sends.
 *
 *     handover      what a run leaves to the next run of the same process
 *     mark          what a process leaves in the store about itself
 *     process-mark  writes the mark of this process, and reads the mark of the last process
 *     past-window   which sends of earlier processes are in the present window
 *
 * @throws StoreFailed
 */
export async function continueFromLastProcess(
  options: LastProcessOptions,
): Promise<{ readonly hasUnknownWindow: boolean }> {
  const { sql, sendTable, spending, processMark, service, metrics } = options;
  const { perWindow, isComplete } = options;
  const handover = await handoverFor(options);
  const { lost, latest } = await sql.tx(async (query) => {
    for (const end of handover?.ends ?? []) {
      await writeSendEnd(query, end, { sendTable, spending });
    }
    const checks = await sendTable.setLost(query);
    await spending.count(query, 'inDoubt', checks);
    return { lost: checks, latest: await sendTable.latest(query, PAST_WINDOWS * perWindow) };
  });
  metrics.inDoubt(lost);
  // Before the new mark: once that is written, the handover no longer counts at the next start.
  if (handover !== undefined) await service.storedPause.write(handover.pause);
  const past = await processMark.begin(latest, isComplete);
  service.limiter.restore(past);
  await service.pause.restore();
  return { hasUnknownWindow: past === 'unknown' };
}

/**
 * The handover of the last run; undefined if another process has served since, or if this is
 * another store.
 * @throws StoreFailed
 */
async function handoverFor({
  processMark,
  handover,
}: LastProcessOptions): Promise<SendsHandover | undefined> {
  const isOurs = handover?.markId !== undefined && (await processMark.isLatest(handover.markId));
  return isOurs ? handover : undefined;
}

import { Limiter } from '../../limiter/limiter.ts';
import type { Installation } from '../../store/open.ts';
import { MetadataTable } from '../../store/schema/metadata.ts';
import { SendTable } from '../../store/schema/send.ts';
import { KeyMonitor } from '../key/monitor.ts';
import { continueFromLastProcess } from '../last-process/last-process.ts';
import { bootId, ProcessMark } from '../last-process/process-mark.ts';
import type { ChecksOptions, SendsHandover } from '../options.ts';
import type { SpendingBook } from '../spending.ts';
import { startRecovery } from './recovery.ts';
import { SendRows } from './send-rows.ts';
import { Sends } from './sends.ts';
import { ServiceGate } from './service-gate.ts';
import { ServicePause } from './service-pause.ts';
import { StoredPause } from './stored-pause.ts';

/**
 * The access to the service: whether and when a call may go there, and what is known of it.
 *
 *     service-gate, failure-rules  whether the service may be asked
 *     service-pause, stored-pause  the time in which it may not
 *     recovery                     finds out when that ends
 *     sends, admitted-call         the turn of each call, and the call itself
 *     send-rows                    the rows of the calls, and how they ended
 */
export interface ServiceAccess {
  /** Decides when a call may go. */
  readonly limiter: Limiter;
  /** Decides whether the service may be asked at all. */
  readonly gate: ServiceGate;
  /** Writes what was sent, and how it ended. */
  readonly rows: SendRows;
  /** Gives each call its turn: the only way to the service. */
  readonly sends: Sends;
  readonly keyMonitor: KeyMonitor;
  /** Whether the store may lack the latest sends. Then nothing is sent for one window. */
  readonly hasUnknownWindow: boolean;
  /** Resolves after `limiter.drained`, when the end of this process is written or queued, too. */
  readonly drained: Promise<void>;
  /**
   * State for the next run of this process, once this run is over. Resolves when nothing is in
   * flight any more. If the store was lost, that may be after the run has ended.
   */
  handover(): Promise<SendsHandover>;
}

interface ServiceAccessOptions extends Omit<ChecksOptions, 'accountOf'> {
  readonly installation: Installation;
  readonly spending: SpendingBook;
  /** Time for which the row of a send is kept. */
  readonly sendKeptMs: number;
}

/**
 * Opens the access to the service, and continues from the last process. Each part knows only the
 * parts before it; those reach later parts only through listeners.
 * @throws StoreFailed
 */
export async function openServiceAccess(options: ServiceAccessOptions): Promise<ServiceAccess> {
  const { installation, provider, settings, spending, sendKeptMs } = options;
  const { isNew = false, boot = bootId(), handover } = options;
  const { health, raise, metrics, lifetime, clock } = options;
  const { database, seal, markFile } = installation;
  const { sql } = database;
  const { cache, limits, callTimeoutMs, keyId } = settings;
  const { perWindow, windowMs } = limits;
  const metadata = new MetadataTable(sql, clock);
  const sendTable = new SendTable(seal);

  const limiter = new Limiter({ ...limits, callTimeoutMs, lifetime, clock });
  const pauseRow = `pause ${seal.hash(`service ${cache.realm}`)}`;
  const stored = new StoredPause({ metadata, row: pauseRow, keyId, health, clock });
  const pause = new ServicePause({ windowMs, limiter, stored, raise, lifetime, clock });
  const gate = new ServiceGate(pause);
  const rows = new SendRows({
    sendTable,
    spending,
    health,
    sql,
    boot,
    keptMs: sendKeptMs,
    answerKeptMs: cache.foundTtlMs,
    metrics,
    clock,
  });
  const sends = new Sends({ provider, limiter, gate, rows, database, health, metrics, clock });
  const keyMonitor = new KeyMonitor({
    sends,
    pause,
    spending,
    sql,
    cache,
    keyId,
    health,
    raise,
    lifetime,
    clock,
  });
  startRecovery({ pause, keyMonitor, lifetime, clock });

  const processMark = new ProcessMark({ metadata, file: markFile, limits, boot, clock });
  const { hasUnknownWindow } = await continueFromLastProcess({
    sql,
    sendTable,
    spending,
    processMark,
    limiter,
    pause,
    storedPause: stored,
    perWindow,
    isComplete: isNew || cache.isSandbox,
    handover,
    metrics,
  });
  const drained = lifetime.whenDraining('checks', async () => {
    await limiter.drained;
    await health.writeOrQueue('the end of the process', () => processMark.end());
  });
  return {
    limiter,
    gate,
    rows,
    sends,
    keyMonitor,
    hasUnknownWindow,
    drained,
    handover: async () => {
      await limiter.drained;
      return { markId: processMark.id, ends: rows.unwritten(), pause: pause.reason() };
    },
  };
}

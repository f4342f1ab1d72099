import type { Lifetime } from '../../core/lifetime/lifetime.ts';
import type { Clock } from '../../core/time/clock.ts';
import { endOfDay, parseUtcDay } from '../../core/time/days.ts';
import type { KeyStatus } from '../../provider/device.ts';
import {
  type FailureReason,
  factsOf,
  failureKindOf,
  ServiceFailure,
  type ServiceFailureCode,
} from '../../provider/service-failure.ts';
import type { KeyMonitor } from '../key/monitor.ts';
import { LONGEST_PAUSE_MS, type PauseState, type ServicePause } from './service-pause.ts';

interface RecoveryOptions {
  readonly pause: ServicePause;
  readonly keyMonitor: Pick<KeyMonitor, 'status'>;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/**
 * Asks for the key's status in each pause of the service, until the run ends: once if only the
 * status can tell why a check was refused, then repeatedly until checks are possible.
 */
export function startRecovery(options: RecoveryOptions): void {
  const { pause, lifetime } = options;
  pause.listen(({ needs }) => {
    if (needs === 'reason') {
      void lifetime.background('why the service refuses', () => explain(options));
    }
    if (needs === 'status') {
      void lifetime.background('whether the service works again', () => askUntilAllowed(options));
    }
  });
}

/** Asks the status why the service refuses: the message of a refusal does not say it. */
async function explain(options: RecoveryOptions): Promise<void> {
  const { pause, clock } = options;
  const status = await readStatus(options);
  const { state } = pause;
  if (state?.needs !== 'reason') return;
  pause.learnReason(reasonIn(status, state.code, clock.now()));
}

async function askUntilAllowed(options: RecoveryOptions): Promise<void> {
  const { pause, lifetime, clock } = options;
  const { generation } = pause;
  const needsStatus = (): boolean =>
    pause.state?.needs === 'status' && pause.generation === generation;
  while (needsStatus()) {
    await clock.sleep(pause.remainingMs(), lifetime.draining);
    if (!needsStatus()) return;
    // A call that was refused during the sleep has prolonged the pause.
    if (pause.remainingMs() > 0) continue;
    pause.beginNextWait();
    const status = await readStatus(options);
    if (!needsStatus()) return;
    const isAllowed =
      status === undefined ? mayTryUnseen(pause.state) : canCheck(status, clock.now());
    if (isAllowed) pause.allowTrial();
  }
}

/**
 * Whether a trial may begin although the status cannot be read: perhaps only the call for the
 * status fails. Not before the pauses have their full length, and never after a refusal that only
 * the status can lift.
 */
function mayTryUnseen(state: PauseState | undefined): boolean {
  if (state === undefined || state.lengthMs < LONGEST_PAUSE_MS) return false;
  return factsOf(state.code).refusesAllUntil !== 'status';
}

/**
 * Undefined if the status cannot be read, for whatever reason: a bug must not block recovery.
 * @throws RunEnding if the run ends meanwhile, so that the next run finds the pause as it is
 */
async function readStatus(options: RecoveryOptions): Promise<KeyStatus | undefined> {
  const { keyMonitor, lifetime } = options;
  const status = await lifetime.background('the status after a refusal', async () => {
    try {
      return (await keyMonitor.status({ maxAgeMs: 0, signal: lifetime.draining })).status;
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      return undefined;
    }
  });
  lifetime.draining.throwIfAborted();
  return status;
}

/**
 * The reason why the service refused: a month that is used up looks like too many requests, and a
 * key that has expired like one that is not active yet.
 */
function reasonIn(
  status: KeyStatus | undefined,
  code: ServiceFailureCode,
  now: number,
): FailureReason {
  if (failureKindOf(code) === 'rate') {
    return { code: status?.checksLeft.month === 0 ? 'monthly-limit' : code };
  }
  const lastDay = status?.expirationDate;
  const isExpired = now >= (endOfDay(lastDay) ?? Number.POSITIVE_INFINITY);
  return { code, lastDay: isExpired ? lastDay : undefined };
}

/** Whether the status allows a check. A missing field allows it. */
function canCheck(status: KeyStatus, now: number): boolean {
  const { hasAccess, activationDate, expirationDate, checksLeft } = status;
  if (hasAccess === false) return false;
  if (now < (parseUtcDay(activationDate) ?? now)) return false;
  if (now >= (endOfDay(expirationDate) ?? Number.POSITIVE_INFINITY)) return false;
  return checksLeft.hour !== 0 && checksLeft.day !== 0 && checksLeft.month !== 0;
}

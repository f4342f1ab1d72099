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
 * Asks for the key's status in each pause of the service, until the run ends. For the `PauseNeeds`
 *
 *     reason   once, since only the status can tell why a check was refused
 *     status   repeatedly, until checks are possible
 */
export function startRecovery(options: RecoveryOptions): void {
  const { pause, lifetime } = options;
  pause.listen(({ needs }) => {
    if (needs === 'reason') {
      void lifetime.background('why the service refuses', () => learnReason(options));
    }
    if (needs === 'status') {
      void lifetime.background('whether the service works again', () => askUntilAllowed(options));
    }
  });
}

/** Asks the status why the service refuses: the message of a refusal does not say it. */
async function learnReason(options: RecoveryOptions): Promise<void> {
  const { pause, clock } = options;
  const status = await readStatus(options);
  const { state } = pause;
  if (state?.needs !== 'reason') return;
  pause.learnReason(reasonIn(status, state.code, clock.now()));
}

/** @throws RunEnding, which ends the questions */
async function askUntilAllowed(options: RecoveryOptions): Promise<void> {
  const { pause, lifetime, clock } = options;
  const { generation } = pause;
  /** The pause that began these questions; a later one has its own. */
  const current = (): PauseState | undefined =>
    pause.generation === generation ? pause.state : undefined;
  while (current() !== undefined) {
    await clock.sleep(pause.remainingMs(), lifetime.draining);
    if (current() === undefined) return;
    // A call that was refused during the sleep has prolonged the pause.
    if (pause.remainingMs() > 0) continue;
    pause.beginNextWait();
    const status = await readStatus(options);
    const state = current();
    if (state === undefined) return;
    const isAllowed =
      status === undefined ? mayTryWithoutStatus(state) : canCheck(status, clock.now());
    if (isAllowed) pause.allowTrial();
  }
}

/**
 * Whether a trial may begin although the status cannot be read: perhaps only the call for the
 * status fails. Not before the pauses have their full length, and never after a refusal that only
 * the status can lift.
 */
function mayTryWithoutStatus({ code, lengthMs }: PauseState): boolean {
  return lengthMs >= LONGEST_PAUSE_MS && factsOf(code).refusesAllUntil !== 'status';
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
  return hasPassed(lastDay, now) ? { code, lastDay } : { code };
}

/** Whether the status allows a check. A missing field allows it. */
function canCheck(status: KeyStatus, now: number): boolean {
  const { hasAccess, activationDate, expirationDate, checksLeft } = status;
  if (hasAccess === false) return false;
  const activeFrom = parseUtcDay(activationDate);
  if (activeFrom !== undefined && now < activeFrom) return false;
  if (hasPassed(expirationDate, now)) return false;
  return checksLeft.hour !== 0 && checksLeft.day !== 0 && checksLeft.month !== 0;
}

/** @param lastDay YYYY-MM-DD in UTC; undefined if a key does not expire */
function hasPassed(lastDay: string | undefined, now: number): boolean {
  const end = endOfDay(lastDay);
  return end !== undefined && now >= end;
}

import type { Clock } from '../../core/clock.ts';
import { endOfDay, startOfDay } from '../../core/days.ts';
import type { Lifetime } from '../../core/lifetime.ts';
import type { KeyStatus } from '../../provider/device.ts';
import {
  type FailureReason,
  factsOf,
  failureKindOf,
  ServiceFailure,
  type ServiceFailureCode,
} from '../../provider/errors.ts';
import { StoreFailed } from '../../store/errors.ts';
import type { KeyMonitor } from '../key/monitor.ts';
import type { ServiceGate } from './service-gate.ts';
import { LONGEST_PAUSE_MS, type ServicePause } from './service-pause.ts';

interface RecoveryOptions {
  readonly gate: ServiceGate;
  readonly keyMonitor: Pick<KeyMonitor, 'status'>;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/**
 * Asks for the key's status where it knows more than the service said: once to learn why a check
 * was refused, and again and again until checks are possible. Listens to the
 * {@link ServiceGate}, which does not know who asks.
 */
export class Recovery {
  readonly #options: RecoveryOptions;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Begins to look into each pause of the service, until the run ends. */
  watch(): void {
    this.#options.gate.listen((pause) => this.#lookInto(pause));
  }

  #lookInto(pause: ServicePause): void {
    const { lifetime } = this.#options;
    if (pause.needs === 'reason')
      void lifetime.background('why the service refuses', () => this.#explain());
    if (pause.needs === 'status')
      void lifetime.background('whether the service works again', () => this.#askUntilAllowed());
  }

  /** The status has to tell what no message of the interface says. */
  async #explain(): Promise<void> {
    const { gate, lifetime, clock } = this.#options;
    const status = await this.#status();
    const { pause } = gate;
    if (lifetime.draining.aborted || pause?.needs !== 'reason') return;
    gate.learnReason(reasonIn(status, pause.code, clock.now()));
  }

  async #askUntilAllowed(): Promise<void> {
    const { gate, lifetime, clock } = this.#options;
    const { pauseCount } = gate;
    const needsStatus = (): boolean =>
      gate.pause?.needs === 'status' && gate.pauseCount === pauseCount;
    while (needsStatus()) {
      await clock.sleep(gate.remainingMs(), lifetime.draining);
      // Meanwhile it may have been refused again.
      if (!needsStatus() || gate.remainingMs() > 0) continue;
      gate.backOff();
      const status = await this.#status();
      if (!needsStatus()) continue;
      const isAllowed = status === undefined ? this.#mayTryUnseen() : canCheck(status, clock.now());
      if (isAllowed) gate.allowTrial();
    }
  }

  /**
   * Whether a check tries although the status cannot be had. Perhaps only the status fails, so it
   * does in the end, but never after a refusal that only the status can lift.
   */
  #mayTryUnseen(): boolean {
    const { pause } = this.#options.gate;
    if (pause === undefined || pause.lengthMs < LONGEST_PAUSE_MS) return false;
    return factsOf(pause.code).refusesAllUntil !== 'status';
  }

  /** Undefined if it cannot be had, for whatever reason: a pause must end even after a bug. */
  async #status(): Promise<KeyStatus | undefined> {
    const { keyMonitor, lifetime } = this.#options;
    let status: KeyStatus | undefined;
    await lifetime.background('the status after a refusal', async () => {
      try {
        status = (await keyMonitor.status({ maxAgeMs: 0, signal: lifetime.draining })).status;
      } catch (error) {
        if (!(error instanceof ServiceFailure || error instanceof StoreFailed)) throw error;
      }
    });
    return status;
  }
}

/**
 * Why the service refused: a month that is used up looks like too many requests, and a key that has
 * expired like one that is not active yet.
 */
function reasonIn(
  status: KeyStatus | undefined,
  code: ServiceFailureCode,
  now: number,
): FailureReason {
  if (failureKindOf(code) === 'rate')
    return { code: status?.checksLeft.month === 0 ? 'monthly-limit' : code };
  const lastDay = status?.expirationDate;
  const isExpired = now >= (endOfDay(lastDay) ?? Number.POSITIVE_INFINITY);
  return { code, lastDay: isExpired ? lastDay : undefined };
}

/** Whether the status allows a check. A missing field allows it. */
function canCheck(status: KeyStatus, now: number): boolean {
  const { hasAccess, activationDate, expirationDate, checksLeft } = status;
  if (hasAccess === false) return false;
  if (now < (startOfDay(activationDate) ?? now)) return false;
  if (now >= (endOfDay(expirationDate) ?? Number.POSITIVE_INFINITY)) return false;
  return checksLeft.hour !== 0 && checksLeft.day !== 0 && checksLeft.month !== 0;
}

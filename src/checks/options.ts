import type { Lifetime } from '../core/lifetime/lifetime.ts';
import type { ServiceLimits } from '../core/service-limits.ts';
import type { Clock } from '../core/time/clock.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { LookupProvider } from '../provider/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import type { AccountOf } from './accounts.ts';
import type { RaiseAlert } from './alerts.ts';
import type { AllowanceSettings } from './allowance.ts';
import type { CacheSettings } from './answers/answer-cache.ts';
import type { EndWriter } from './service/send-rows.ts';
import type { PauseReason } from './usage.ts';

export interface ChecksSettings {
  readonly cache: CacheSettings;
  /** The limits of the service, or lower ones of the operator. */
  readonly limits: ServiceLimits;
  readonly callTimeoutMs: number;
  /** For how long checks are sent for a request; its sends are kept longer. */
  readonly requestMaxAgeMs: number;
  readonly allowance: AllowanceSettings;
  /**
   * Identifies the key without revealing it. The refusal of a key does not apply to a new key.
   */
  readonly keyId: string;
}

/**
 * Facts about the service that the store of a run may lack. The next run of the same process writes
 * it to the store.
 */
export interface SendsHandover {
  /** The mark in the store when the run ended. */
  readonly markId: string | undefined;
  /** Write how sends ended, for those ends that the store does not have yet. */
  readonly ends: readonly EndWriter[];
  /** The reason why no check is sent; undefined if the service works. */
  readonly pause: PauseReason | undefined;
}

export interface ChecksOptions {
  readonly provider: LookupProvider;
  readonly settings: ChecksSettings;
  /** The account that pays for a person's checks, and takes their turns. */
  readonly accountOf: AccountOf;
  /** Whether the store is new, so that nothing was sent before. */
  readonly isNew?: boolean;
  /** The handover of the last run of this process. */
  readonly handover?: SendsHandover | undefined;
  /** Identifies the boot of the machine. */
  readonly boot?: string;
  readonly health: StoreHealth;
  readonly raise: RaiseAlert;
  readonly metrics: Metrics;
  /** The checks end with it: see `Limiter`. */
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

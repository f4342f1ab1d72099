import type { Lifetime } from '../core/lifetime/lifetime.ts';
import type { ServiceLimits } from '../core/service-limits.ts';
import type { Clock } from '../core/time/clock.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { LookupProvider } from '../provider/contract.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { AccountOf } from './accounts.ts';
import type { RaiseAlert } from './alerts.ts';
import type { AllowanceSettings } from './allowance.ts';
import type { CacheSettings } from './answers/answer-cache.ts';
import type { SendsHandover } from './last-process/handover.ts';

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

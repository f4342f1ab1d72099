import { randomBytes } from 'node:crypto';
import { type Checks, type ChecksSettings, createChecks } from '../checks/checks.ts';
import { NO_METRICS } from '../ops/metrics/no-metrics.ts';
import type { LookupProvider } from '../provider/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import { createSeal } from '../store/seal/seal.ts';
import type { SimulatedClock } from './clock.ts';
import { createMemoryStore } from './memory-store.ts';

/** Nothing is kept, an answer serves its IMEI, or all of its type. */
export type Caching = 'off' | 'imei' | 'tac';

export interface SimulatedChecksSettings extends Pick<ChecksSettings, 'requestTimeoutMs' | 'allowance'> {
  readonly foundTtlMs: number;
  readonly notFoundTtlMs: number;
  /** A message that has waited longer is given up. */
  readonly requestMaxAgeMs: number;
}

export interface SimulatedChecksNeeds {
  readonly settings: SimulatedChecksSettings;
  readonly caching: Caching;
  readonly clock: SimulatedClock;
  readonly provider: LookupProvider;
}

/** The bot's own checks, on a store that ends with the day. */
export function openSimulatedChecks(needs: SimulatedChecksNeeds): Promise<Checks> {
  const { settings, caching, clock, provider } = needs;
  const { foundTtlMs, notFoundTtlMs } = caching === 'off' ? { foundTtlMs: 0, notFoundTtlMs: 0 } : settings;
  return createChecks({
    provider,
    store: createMemoryStore(clock),
    seal: createSeal(randomBytes(32).toString('hex')),
    health: ALWAYS_WELL,
    clock,
    raise: () => undefined,
    observer: NO_METRICS,
    settings: {
      requestTimeoutMs: settings.requestTimeoutMs,
      requestMaxAgeMs: settings.requestMaxAgeMs,
      allowance: settings.allowance,
      cache: {
        scope: caching === 'tac' ? 'tac' : 'imei',
        foundTtlMs,
        notFoundTtlMs,
        realm: 'simulation',
        sandbox: true,
      },
    },
  });
}

const ALWAYS_WELL: StoreHealth = {
  failing: () => false,
  report: (error) => {
    throw error;
  },
  healthy: async () => undefined,
  stop: () => undefined,
};

import { onTestFinished } from 'vitest';
import type { AdminAlert } from '../../../src/checks/alerts.ts';
import type { ChecksSettings } from '../../../src/checks/checks.ts';
import { type Checks, createChecks } from '../../../src/checks/checks.ts';
import type { CheckRequest } from '../../../src/checks/contract.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { Lifetime } from '../../../src/core/lifetime.ts';
import type { ServiceLimits } from '../../../src/core/service-limits.ts';
import { asImei, type Imei } from '../../../src/imei/imei.ts';
import { NO_METRICS } from '../../../src/ops/metrics/no-metrics.ts';
import { DEVICE_IDENTITY } from '../../../src/provider/device-identity/definition.ts';
import { SANDBOX_KEY } from '../../../src/sandbox/answers/keys.ts';
import { type SandboxOptions, startSandbox } from '../../../src/sandbox/server.ts';
import type { Store } from '../../../src/store/contract.ts';
import { StoreHealth } from '../../../src/store/health.ts';
import { imeiOf } from '../imeis.ts';
import { SEAL } from '../known.ts';
import { createSqliteStore } from '../store/sqlite-store.ts';

const LIMITS: ServiceLimits = { concurrent: 4, perWindow: 1_000, windowMs: 1_000 };
const nothing = (): void => undefined;
let requests = 0;

/** The settings of most tests of checks. */
export const SETTINGS: ChecksSettings = {
  cache: {
    scope: 'imei',
    foundTtlMs: 600_000,
    notFoundTtlMs: 60_000,
    realm: 'test',
    sandbox: false,
  },
  requestTimeoutMs: 2_000,
  requestMaxAgeMs: 86_400_000,
  allowance: { checksPerDay: 1_000, reserve: 0 },
};

/** A check of somebody, by default of a person who waits at the screen. */
export function checkRequest(clock: Clock, request?: Partial<CheckRequest>): CheckRequest {
  requests += 1;
  return {
    priority: 'single',
    requestId: `test:${requests}`,
    requester: 'test:user:1',
    admin: false,
    acceptedAt: clock.now(),
    signal: new AbortController().signal,
    ...request,
  };
}

interface CheckingOptions {
  readonly settings?: Partial<ChecksSettings & { readonly limits: ServiceLimits }>;
  readonly sandbox?: SandboxOptions;
  readonly baseUrl?: string;
  /** A store from before, as after a restart; else one of its own. */
  readonly store?: Store;
}

/**
 * The checks put together: a service over HTTP, a database, and a window that makes nobody wait.
 */
export async function startChecking(options: CheckingOptions = {}) {
  const clock = systemClock;
  const { settings: { limits = LIMITS, ...changed } = {} } = options;
  const service = await startSandbox({ limits: 'none', ...options.sandbox });
  const store = options.store ?? createSqliteStore('sqlite://:memory:', clock);
  const lifetime = new Lifetime(nothing, clock);
  const health = new StoreHealth({
    sql: store.sql,
    keyv: store.keyv,
    lifetime,
    clock,
    onFailing: nothing,
    onHealed: nothing,
  });
  const settings = { ...SETTINGS, ...changed };
  const { baseUrl = service.url } = options;
  const timeoutMs = settings.requestTimeoutMs;
  const alerts: AdminAlert[] = [];
  const checks: Checks = await createChecks(
    { store, seal: SEAL },
    {
      health,
      lifetime,
      clock,
      settings,
      isNew: true,
      observer: NO_METRICS,
      provider: DEVICE_IDENTITY.connect({ baseUrl, apiKey: SANDBOX_KEY, timeoutMs, limits }),
      raise: (alert) => alerts.push(alert),
    },
  );
  onTestFinished(async () => {
    await lifetime.end(settings.requestTimeoutMs);
    await service.close();
  });
  const check = (imei: Imei, request?: Partial<CheckRequest>) =>
    checks.checker.check(imei, checkRequest(clock, request));
  return { checks, service, store, alerts, check };
}

/** An IMEI of a TAC that the sandbox knows, by its serial number. */
export function testImei(serial: number, tac = '49015420'): Imei {
  const imei = asImei(imeiOf(tac, serial));
  if (imei === undefined) throw new Error('no IMEI');
  return imei;
}

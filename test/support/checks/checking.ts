import { onTestFinished } from 'vitest';
import { type Checks, createChecks } from '../../../src/checks/checks.ts';
import type { AdminAlert, CheckRequest, ChecksSettings } from '../../../src/checks/contract.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { findImeis } from '../../../src/imei/find.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import { createMetrics } from '../../../src/ops/metrics/metrics.ts';
import type { ProviderLimits } from '../../../src/provider/contract.ts';
import { DEVICE_IDENTITY } from '../../../src/provider/device-identity/definition.ts';
import { SANDBOX_KEY } from '../../../src/sandbox/answers/keys.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/server.ts';
import type { MarkFile, Store } from '../../../src/store/contract.ts';
import { createStoreHealth } from '../../../src/store/health.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { imeiOf } from '../imeis.ts';
import { createSqliteStore } from '../store/sqlite-store.ts';
import { createMarkInMemory, makeKnown } from './known-store.ts';

export interface CheckingOptions {
  readonly settings?: Partial<ChecksSettings & { readonly limits: ProviderLimits }>;
  readonly sandbox?: SandboxOptions;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly clock?: Clock;
  /** Names the start of the machine. */
  readonly boot?: string;
  /** A store from before, as after a restart; else one of its own. */
  readonly store?: Store;
  /** The word beside a store; without one the store is made one that knows all that was sent before. */
  readonly markFile?: MarkFile;
  /** What the store is sealed with. */
  readonly secret?: string;
  readonly service?: Sandbox;
}

/** The whole room put together: real service over HTTP, real database, a window that does not make anybody wait. */
export interface Checking {
  readonly checks: Checks;
  readonly service: Sandbox;
  readonly store: Store;
  readonly alerts: readonly AdminAlert[];
  /** Everything that the store's health was told of. */
  readonly storeErrors: readonly unknown[];
  /** Asks as somebody, by default as a person who waits at the screen. */
  check(imei: Imei, request?: Partial<CheckRequest>): ReturnType<Checks['checker']['check']>;
}

const LIMITS: ProviderLimits = { concurrent: 4, perWindow: 1_000, windowMs: 1_000 };

let requests = 0;

/** What stands beside each store: a later life on it finds what an earlier one left. */
const marks = new WeakMap<Store, MarkFile>();

async function markOf(store: Store): Promise<MarkFile> {
  const known = marks.get(store);
  if (known !== undefined) return known;
  const mark = createMarkInMemory();
  marks.set(store, mark);
  await makeKnown(store, mark);
  return mark;
}

export async function startChecking(options: CheckingOptions = {}): Promise<Checking> {
  const { clock = systemClock, apiKey = SANDBOX_KEY } = options;
  const service = options.service ?? (await startSandbox({ limits: 'none', ...options.sandbox }));
  if (options.service === undefined) onTestFinished(() => service.close());
  const store = options.store ?? createSqliteStore('sqlite://:memory:', clock);
  const alerts: AdminAlert[] = [];
  const storeErrors: unknown[] = [];
  const health = createStoreHealth({
    store,
    clock,
    onFailing: (error) => storeErrors.push(error),
    onHealed: () => undefined,
  });
  onTestFinished(() => health.stop());
  const { limits = LIMITS, ...changed } = options.settings ?? {};
  const settings: ChecksSettings = {
    cache: { scope: 'imei', foundTtlMs: 60_000, notFoundTtlMs: 30_000, realm: 'test', sandbox: false },
    requestTimeoutMs: 2_000,
    requestMaxAgeMs: 86_400_000,
    allowance: { checksPerDay: 1_000, reserve: 0 },
    ...changed,
  };
  const baseUrl = options.baseUrl ?? service.url;
  const seal = createSeal(options.secret ?? '0123456789abcdef'.repeat(4));
  const checks = await createChecks({
    provider: DEVICE_IDENTITY.connect({ baseUrl, apiKey, timeoutMs: settings.requestTimeoutMs, limits }),
    store,
    seal,
    markFile: options.markFile ?? (await markOf(store)),
    health,
    clock,
    ...(options.boot && { boot: options.boot }),
    raise: (alert) => alerts.push(alert),
    observer: createMetrics({ platforms: [], version: '1.2.3' }),
    settings,
  });
  onTestFinished(() => checks.drain());
  return {
    checks,
    service,
    store,
    alerts,
    storeErrors,
    check: (imei, request) => {
      requests += 1;
      return checks.checker.check(imei, {
        priority: 'single',
        requestId: `test:${requests}`,
        acceptedAt: clock.now(),
        requester: 'test:user:1',
        admin: false,
        signal: new AbortController().signal,
        ...request,
      });
    },
  };
}

/** An IMEI of a TAC that the sandbox knows, by its serial number. */
export function testImei(serial: number, tac = '49015420'): Imei {
  const [found] = findImeis(imeiOf(tac, serial)).found;
  if (found === undefined) throw new Error('no IMEI');
  return found.imei;
}

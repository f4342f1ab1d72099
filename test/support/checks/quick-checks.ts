import type { Answer, CheckRequest } from '../../../src/checks/answer.ts';
import type { AdminAlert } from '../../../src/checks/basics.ts';
import { type Checks, type ChecksSettings, createChecks } from '../../../src/checks/checks.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import { NO_METRICS } from '../../../src/ops/metrics/no-metrics.ts';
import { type LookupProvider, type ProviderLimits, SendVetoed } from '../../../src/provider/contract.ts';
import type { RawAnswer } from '../../../src/provider/device.ts';
import { READER, readKeyStatus } from '../../../src/provider/device-identity/read.ts';
import { ServiceFailure, type ServiceFailureCode } from '../../../src/provider/errors.ts';
import { createStoreHealth } from '../../../src/store/health.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { createFakeClock, type FakeClock } from '../clocks/fake.ts';
import { type BrittleStore, createBrittleStore } from '../store/brittle.ts';
import { createMemoryStore } from '../store/memory-store.ts';

export const QUICK_LATENCY_MS = 300;
const LIMITS = { concurrent: 4, perWindow: 1_000, windowMs: 60_000 } as const;
const STATUS = '{"Has access":true,"Checks left (month)":1000}';

/** What the service does with one request: answers with a body, or fails. */
export type QuickFate = string | ServiceFailureCode | 'vetoed';

/** The service, on a clock that a test moves. */
export interface QuickService {
  /** The IMEIs that have arrived, and `status`. */
  readonly arrivals: string[];
  /** Foretells the next requests; those after them are answered with a device. */
  readonly fates: QuickFate[];
  /** How long an answer takes. */
  latencyMs: number;
}

/** One process of checks, and what it has told. */
export interface QuickChecks {
  readonly checks: Checks;
  readonly alerts: readonly AdminAlert[];
  /** Everything that the store's health was told of. */
  readonly storeErrors: readonly unknown[];
  /** What the metrics were told, in order: `found`, `from cache`, `shared` and so on. */
  readonly observed: readonly string[];
  check(imei: Imei, request?: Partial<CheckRequest>): Promise<Answer>;
}

/** What outlives processes. */
export interface QuickWorld {
  readonly clock: FakeClock;
  readonly service: QuickService;
  readonly store: BrittleStore;
  start(options?: QuickOptions): Promise<QuickChecks>;
}

export interface QuickOptions {
  readonly settings?: Partial<ChecksSettings>;
  /** Others than those that keep nobody waiting. */
  readonly limits?: ProviderLimits;
}

/** The checks as they are put together, without sockets, disks and real time: a test takes milliseconds. */
export function createQuickWorld(): QuickWorld {
  const clock = createFakeClock();
  const store = createBrittleStore(createMemoryStore(clock));
  const service: QuickService = { arrivals: [], fates: [], latencyMs: QUICK_LATENCY_MS };
  return {
    ...{ clock, store, service },
    start: (options = {}) => startChecks({ clock, store, service }, options),
  };
}

type Outside = Omit<QuickWorld, 'start'>;
const seal = createSeal('0123456789abcdef'.repeat(4));
let requests = 0;

async function startChecks(outside: Outside, { settings, limits }: QuickOptions): Promise<QuickChecks> {
  const { clock, store } = outside;
  const alerts: AdminAlert[] = [];
  const storeErrors: unknown[] = [];
  const observed: string[] = [];
  const health = createStoreHealth({
    ...{ store, clock, onHealed: () => undefined },
    onFailing: (error) => storeErrors.push(error),
  });
  const checks = await createChecks({
    ...{ store, seal, health, clock },
    provider: createQuickProvider(outside, limits),
    raise: (alert) => alerts.push(alert),
    observer: {
      ...NO_METRICS,
      checkSettled: (outcome) => observed.push(outcome),
      answered: (source) => observed.push(`from ${source}`),
      flightShared: () => observed.push('shared'),
    },
    settings: {
      // As with the sandbox: a start knows that nothing was sent, and need not wait for a window.
      cache: { scope: 'imei', foundTtlMs: 600_000, notFoundTtlMs: 60_000, realm: 'test', sandbox: true },
      requestTimeoutMs: 20_000,
      requestMaxAgeMs: 86_400_000,
      allowance: { checksPerDay: 1_000, reserve: 0 },
      ...settings,
    },
  });
  return {
    ...{ checks, alerts, storeErrors, observed },
    check: (imei, request) => {
      requests += 1;
      return checks.checker.check(imei, {
        ...{
          priority: 'single',
          requestId: `quick:${requests}`,
          acceptedAt: clock.now(),
          requester: 'test:user:1',
          admin: false,
        },
        signal: new AbortController().signal,
        ...request,
      });
    },
  };
}

function createQuickProvider({ clock, service }: Outside, limits: ProviderLimits = LIMITS): LookupProvider {
  const call = async (what: string, answer: string, canSend: () => boolean): Promise<RawAnswer> => {
    const fate = service.fates.shift() ?? answer;
    if (fate === 'vetoed' || !canSend()) throw new SendVetoed();
    service.arrivals.push(what);
    await clock.sleep(service.latencyMs);
    if (!fate.startsWith('{')) throw new ServiceFailure(fate as ServiceFailureCode);
    return { httpStatus: 200, body: fate, reader: READER.name };
  };
  return {
    ...{ ...READER, readStatus: readKeyStatus, limits, close: async () => undefined },
    check: (imei, canSend) => call(imei, deviceBody(imei), canSend),
    status: (canSend) => call('status', STATUS, canSend),
  };
}

/** What the service says of a device it knows. */
export function deviceBody(imei: string): string {
  return JSON.stringify({ imei, brand: 'Apple', model: 'iPhone 5' });
}

export const NOT_FOUND_BODY = '{"error":true,"errors":"IMEI: 0 not found"}';

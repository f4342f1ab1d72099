import { createAccountOf } from '../../../src/checks/accounts.ts';
import { type Checks, createChecks } from '../../../src/checks/checks.ts';
import type { Answer, CheckRequest } from '../../../src/checks/contract.ts';
import type { ChecksOptions, ChecksSettings } from '../../../src/checks/options.ts';
import { Lifetime } from '../../../src/core/lifetime/lifetime.ts';
import { allowUnheard } from '../../../src/core/promises.ts';
import type { ServiceLimits } from '../../../src/core/service-limits.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import type { Metrics } from '../../../src/ops/metrics/metrics.ts';
import { NO_METRICS } from '../../../src/ops/metrics/no-metrics.ts';
import { type LookupProvider, SendVetoed } from '../../../src/provider/contract.ts';
import type { ServiceResponse } from '../../../src/provider/device.ts';
import { READER, readKeyStatus } from '../../../src/provider/device-identity/read-response.ts';
import {
  isFailureCode,
  ServiceFailure,
  type ServiceFailureCode,
} from '../../../src/provider/service-failure.ts';
import type { Installation } from '../../../src/store/installation.ts';
import type { MarkFile } from '../../../src/store/mark-file.ts';
import type { OwnedDatabase } from '../../../src/store/owned-database.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { createFakeClock, type FakeClock } from '../clocks/fake.ts';
import { createMortal, type Step } from '../mortal.ts';
import { aroundDatabase, failing, type StoreFault } from '../store/brittle.ts';
import { healthWith } from '../store/health.ts';
import { createMemoryDatabase, createMemorySql } from '../store/memory-sql.ts';
import { checkRequest, SETTINGS } from './checking.ts';
import { createSentAlerts } from './sent-alerts.ts';

const STATUS = '{"Has access":true,"Checks left (month)":1000}';

export const QUICK_LATENCY_MS = 300;
export const NOT_FOUND_BODY = '{"error":true,"errors":"IMEI: 0 not found"}';

/** The service, on a clock that a test moves. */
interface QuickService {
  /** What has arrived: an IMEI, or `status`. */
  readonly arrivals: string[];
  /** When each of them arrived, by `Clock.elapsed()`. */
  readonly times: number[];
  /** Bodies or failures of the next requests; those after them are answered with a device. */
  readonly fates: (string | ServiceFailureCode | 'vetoed' | 'bug before it leaves')[];
  /** How long an answer takes, and a connection. */
  latencyMs: number;
  connectMs: number;
  /** Reading this body fails with a bug. */
  breaksReader?: string | undefined;
}

export type QuickChecks = Awaited<ReturnType<typeof startChecks>>;
export type QuickWorld = ReturnType<typeof createQuickWorld>;

export interface QuickOptions
  extends Partial<Pick<OwnedDatabase, 'isOwner'>>,
    Partial<Pick<Installation, 'markFile'>>,
    Pick<ChecksOptions, 'boot' | 'isNew' | 'handover'>,
    Partial<Pick<ChecksOptions, 'accountOf' | 'raise'>> {
  readonly settings?: Partial<ChecksSettings>;
  readonly limits?: ServiceLimits;
  /** Ends the process after this number of steps with the store or the service. */
  readonly killedAt?: number;
  /** Whether the service is real. With the sandbox, a start knows that nothing was sent. */
  readonly isReal?: boolean;
  readonly secret?: string;
}

/** The mark of a store that ends with the test. */
export function createMarkInMemory(): MarkFile {
  let mark: string | undefined;
  return {
    read: async () => mark,
    write: async (text) => {
      mark = text;
    },
  };
}

/**
 * The checks as they are put together, without sockets, disks and real time: a test takes
 * milliseconds.
 */
export function createQuickWorld() {
  const clock = createFakeClock();
  const sql = createMemorySql();
  const store = createBrittleStore(createMemoryDatabase(clock, sql));
  const service: QuickService = {
    arrivals: [],
    times: [],
    fates: [],
    latencyMs: QUICK_LATENCY_MS,
    connectMs: 0,
  };
  const markFile = createMarkInMemory();
  return {
    clock,
    store,
    sql,
    service,
    start: (options: QuickOptions = {}) =>
      startChecks({ clock, store, service, markFile }, options),
    /** The states of all sends, oldest first. */
    states: (): readonly string[] =>
      sql.look('SELECT state FROM send ORDER BY id').map(({ state }) => String(state)),
  };
}

/** What outlives processes. */
interface Outside {
  readonly clock: FakeClock;
  readonly service: QuickService;
  readonly store: OwnedDatabase;
  readonly markFile: MarkFile;
}

/** One process of checks, and what it has said. */
async function startChecks(outside: Outside, options: QuickOptions) {
  const { clock, markFile } = outside;
  const {
    settings,
    limits = SETTINGS.limits,
    isReal = false,
    secret = '0123456789abcdef',
    killedAt,
    isOwner = () => true,
    ...rest
  } = options;
  const alerts = createSentAlerts();
  /** Everything that was reported to the store's health. */
  const storeErrors: unknown[] = [];
  /** What the metrics were given, in order: `found`, `from cache`, `shared` and so on. */
  const observed: string[] = [];
  const mortal = createMortal();
  if (killedAt !== undefined) mortal.dieAt(killedAt + 1, 'before');
  const database = aroundDatabase({ ...outside.store, isOwner }, mortal.step);
  /** Errors of what nobody waits for. */
  const bugs: [string, unknown][] = [];
  const lifetime = new Lifetime((error, name) => bugs.push([name, error]), clock);
  const health = healthWith({
    database,
    lifetime,
    clock,
    onFailing: (error) => storeErrors.push(error),
  });
  const starting = createChecks(
    { database: health.database, markFile, seal: createSeal(secret.repeat(4)), ...rest },
    {
      health,
      lifetime,
      clock,
      accountOf: createAccountOf(),
      provider: createQuickProvider(outside, mortal.step),
      raise: alerts.raise,
      metrics: noting(observed),
      settings: {
        ...SETTINGS,
        cache: { ...SETTINGS.cache, isSandbox: !isReal },
        limits,
        callTimeoutMs: 20_000,
        ...settings,
      },
      ...rest,
    },
  );
  // A process that is killed at its start never ends that start, so nobody may wait for it.
  const checks = await Promise.race([starting, mortal.ended.then(() => undefined)]);
  const started = (): Checks => {
    if (checks === undefined) throw new Error('this process was killed at its start');
    return checks;
  };
  return {
    alerts: alerts.sent,
    storeErrors,
    observed,
    bugs,
    /** Ends the process in good order, by default once what was sent is answered. */
    end: (graceMs = Number.POSITIVE_INFINITY) => lifetime.end(graceMs),
    /** Ends the process without a word: it does nothing more, and nobody gets an answer. */
    kill: mortal.kill,
    get checks(): Checks {
      return started();
    },
    /** Resolves with the answer; rejects with the failure or the refusal. */
    check: async (imei: Imei, request?: Partial<CheckRequest>): Promise<Answer> => {
      await mortal.whileAlive();
      // Each request is closed as soon as its check is answered.
      const { checker } = started();
      const countSaved = () => database.sql.tx((query) => checker.countSaved(query, 1));
      // The process may end before it is written.
      const onSavedAnswer = () => allowUnheard(health.untilWritten(countSaved, lifetime.draining));
      const end = await checker.check(imei, checkRequest(clock, { onSavedAnswer, ...request }));
      if (end.kind === 'answered') return end.answer;
      throw end.kind === 'failed' ? end.failure : end;
    },
  };
}

/** Metrics that only note what they are given about checks. */
function noting(observed: string[]): Metrics {
  return {
    ...NO_METRICS,
    checkEnded: (outcome) => observed.push(outcome),
    checkAnswered: (source) => observed.push(`from ${source}`),
    flightShared: () => observed.push('shared'),
  };
}

/** A store that has a fault, until a test says otherwise. */
function createBrittleStore(database: OwnedDatabase) {
  const brittle: OwnedDatabase & { fault: StoreFault } = {
    ...aroundDatabase(database, (work, step) => failing(brittle.fault, work, step)),
    fault: 'none',
  };
  return brittle;
}

function createQuickProvider({ clock, service }: Outside, step: Step): LookupProvider {
  const call = async (
    what: string,
    answer: string,
    canSend: () => boolean,
  ): Promise<ServiceResponse> => {
    const fate = service.fates.shift() ?? answer;
    if (service.connectMs > 0) await clock.sleep(service.connectMs);
    if (fate === 'unreachable') throw new ServiceFailure('unreachable');
    if (fate === 'bug before it leaves') throw new TypeError('a bug in the call');
    if (fate === 'vetoed' || !canSend()) throw new SendVetoed();
    service.arrivals.push(what);
    service.times.push(clock.elapsed());
    await clock.sleep(service.latencyMs);
    if (isFailureCode(fate)) throw new ServiceFailure(fate);
    return { httpStatus: 200, body: fate, reader: READER.name };
  };
  return {
    name: READER.name,
    read: (raw, asked) => {
      if (raw.body === service.breaksReader) throw new TypeError('a bug in the reader');
      return READER.read(raw, asked);
    },
    readStatus: readKeyStatus,
    check: (imei, canSend) =>
      step(() => call(imei, JSON.stringify({ imei, brand: 'Apple', model: 'iPhone 5' }), canSend)),
    status: (canSend) => step(() => call('status', STATUS, canSend)),
  };
}

import { createAccountOf } from '../../../src/checks/accounts.ts';
import { type Checks, createChecks } from '../../../src/checks/checks.ts';
import { type Answer, type CheckTerms, isPaidAnswer } from '../../../src/checks/contract.ts';
import type { ChecksOptions, ChecksSettings } from '../../../src/checks/options.ts';
import { Lifetime } from '../../../src/core/lifetime/lifetime.ts';
import { allowUnheard } from '../../../src/core/promises.ts';
import type { ServiceLimits } from '../../../src/core/service-limits.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import type { Metrics } from '../../../src/ops/metrics/metrics.ts';
import { NO_METRICS } from '../../../src/ops/metrics/no-metrics.ts';
import type { Installation } from '../../../src/store/installation.ts';
import type { MarkFile } from '../../../src/store/mark-file.ts';
import type { OwnedDatabase } from '../../../src/store/owned-database.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import type { StoreHealth } from '../../../src/store/store-health.ts';
import { createFakeClock, type FakeClock } from '../clocks/fake.ts';
import { createMortal } from '../mortal.ts';
import { aroundDatabase, failing, type StoreFault } from '../store/brittle.ts';
import { healthWith } from '../store/health.ts';
import { createMemoryDatabase, createMemorySql } from '../store/memory-sql.ts';
import { checkTerms, SETTINGS, testImei } from './checking.ts';
import { createQuickProvider, createQuickService, type QuickService } from './quick-service.ts';
import { createSentAlerts } from './sent-alerts.ts';

const { signal: NEVER } = new AbortController();

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
export function createQuickWorld(clock = createFakeClock()) {
  const sql = createMemorySql();
  const store = createBrittleStore(createMemoryDatabase(clock, sql));
  const service = createQuickService();
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

/** A world with its first process; `start` starts the next one. */
export async function startQuickChecks(options?: QuickOptions) {
  const world = createQuickWorld();
  const life = await world.start(options);
  let serial = 1_000;
  const checkNew = (request?: Partial<CheckTerms>): Promise<string> => {
    serial += 1;
    return life.check(testImei(serial), request).then(
      ({ source }) => source,
      (error) => String(error.why ?? error.code),
    );
  };
  return {
    ...world,
    ...life,
    /**
     * Asks for that many new IMEIs at the same time. Counts the sources of the answers, the reasons
     * of refusals and the codes of failures.
     */
    askNew: async (count: number, request?: Partial<CheckTerms>) => {
      const asked = Array.from({ length: count }, () => checkNew(request));
      const ends = await world.clock.advanceUntil(Promise.all(asked));
      const counts: Record<string, number> = {};
      for (const end of ends) counts[end] = (counts[end] ?? 0) + 1;
      return counts;
    },
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
  const whileAlive = async (): Promise<Checks> => {
    await mortal.whileAlive();
    return started();
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
    ...asking({ clock, health, lifetime, checks: whileAlive }),
  };
}

interface OpenProcess {
  readonly clock: FakeClock;
  readonly health: StoreHealth;
  readonly lifetime: Lifetime;
  /** Never resolves once the process has ended. */
  checks(): Promise<Checks>;
}

/** What people ask of a process. Nobody gets an answer once it has been killed. */
function asking({ clock, health, lifetime, checks }: OpenProcess) {
  const check = async (imei: Imei, request?: Partial<CheckTerms>): Promise<Answer> => {
    const { checker } = await checks();
    // Each request is closed as soon as its check is answered.
    const countSaved = () => health.database.sql.tx((query) => checker.countSaved(query, 1));
    const end = await checker.check(imei, checkTerms(clock, request));
    if (end.kind !== 'answered') throw end.kind === 'failed' ? end.failure : end;
    // The process may end before it is written.
    if (!isPaidAnswer(end)) allowUnheard(health.untilWritten(countSaved, lifetime.draining));
    return end.answer;
  };
  const usage = async () => (await checks()).usage();
  const status = async () => (await checks()).keyMonitor.status({ maxAgeMs: 0, signal: NEVER });
  return {
    /** Resolves with the answer; rejects with the failure or the refusal. */
    check,
    /** Checks, and lets time pass until there is an answer. */
    ask: (...what: Parameters<typeof check>) => clock.advanceUntil(check(...what)),
    /** What the checks of today have cost. */
    today: async () => (await clock.advanceUntil(usage())).today,
    /** Asks the service for the status of the key, however new the last one is. */
    status: () => clock.advanceUntil(status()),
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

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sayIn } from '../../src/format/texts/say.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { SANDBOX_KEY } from '../../src/sandbox/responses/keys.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../src/sandbox/sandbox-server.ts';
import { makeKnownAt } from '../support/checks/known-store.ts';
import { SECRET, LIMITS as SERVICE_LIMITS } from '../support/known.ts';
import { mostWithin } from '../support/most-within.ts';
import { type BotProcess, startBotProcess } from './bot-process.ts';
import { type Case, createLoad } from './load.ts';
import type { Shown } from './messages.ts';

/** The service's limits over a shorter window. */
const LIMITS = { ...SERVICE_LIMITS, windowMs: 2_000 };
/** A process is killed at most this long after it is ready. */
const LONGEST_LIFE_MS = 1_800;
/** Every fourth process is killed while it starts, at most this long after it was spawned. */
const LONGEST_START_MS = 800;
const STARTS_CUT_OFF = 4;
/** How long the last process may take to answer what is left. */
const REST_MS = 60_000;
const ADMIN = 'parent:user:admin';
const QUOTA_ID = 'the-last-question';

/** The results of a run. */
export interface ChaosOutcome {
  readonly cases: readonly Case[];
  readonly paid: number;
  /** Second payments of an IMEI, although nobody asked for a fresh check. */
  readonly paidAgain: number;
  /** IMEIs that were paid for and that nobody asked for. */
  readonly unasked: readonly string[];
  /** How many checks `/quota` reports as sent and never answered. */
  readonly inDoubt: number;
  readonly mostInAWindow: number;
  readonly mostAtOnce: number;
  readonly isBlocked: boolean;
  /** The number of answers that were shown again. */
  readonly shownAgain: number;
  /** IMEIs that can be read in the files of SQLite, since they were not sealed. */
  readonly readable: readonly string[];
  /** The errors in the logs of the processes. */
  readonly errors: string;
  readonly lastExitCode: number | null;
}

/**
 * Lets people ask a bot that is killed at random moments and started again: on SQLite, or on a new
 * database of PostgreSQL.
 */
export async function runChaos(built: string, seed: number, kills: number, postgresUrl?: string) {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-chaos-'));
  const sandbox = await startSandbox({ limits: LIMITS, delay: { from: 5, to: 200, seed } });
  try {
    const environment = environmentOf(
      postgresUrl ?? `sqlite://${join(directory, 'imei-bot.sqlite')}`,
      sandbox,
    );
    const outcome = await run({ built, random: createRandom(seed), kills, environment, sandbox });
    const imeis = outcome.cases.flatMap((asked) => asked.imeis);
    return { ...outcome, readable: await readableIn(directory, imeis) };
  } finally {
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
}

interface RunOptions {
  /** The directory of the build. */
  readonly built: string;
  readonly random: () => number;
  readonly kills: number;
  readonly environment: ReturnType<typeof environmentOf>;
  readonly sandbox: Sandbox;
}

async function run({ built, random, kills, environment, sandbox }: RunOptions) {
  const load = createLoad(random);
  await makeKnownAt(environment.STORE_URL, environment.CACHE_SECRET);
  let quota: Shown | undefined;
  let errors = '';
  const start = (number: number): BotProcess => {
    const bot = startBotProcess({
      built,
      environment,
      onMessage: (message) => {
        load.record(message, number);
        if (message.kind === 'shown' && message.last && message.id === QUOTA_ID) quota = message;
      },
      onLog: (text) => {
        errors += text;
      },
    });
    for (const asked of load.unaccepted()) bot.ask(asked);
    return bot;
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const bot = start(kill);
    if (kill % STARTS_CUT_OFF === STARTS_CUT_OFF - 1) await delay(random() * LONGEST_START_MS);
    else await askForAWhile(bot, load, random);
    await bot.end('SIGKILL');
  }
  const last = start(kills);
  await until(() => load.open().length === 0);
  last.ask({ id: QUOTA_ID, command: 'quota', values: {}, requester: ADMIN });
  await until(() => quota !== undefined);
  const lastExitCode = await last.end('SIGTERM');

  const { cases } = load;
  const { mostAtOnce, isBlocked, paidChecks, arrivals } = sandbox;
  const imeis = new Set(cases.flatMap((asked) => asked.imeis));
  return {
    cases,
    mostAtOnce,
    isBlocked,
    errors,
    lastExitCode,
    paid: paidChecks.length,
    paidAgain: paidAgainIn(cases, paidChecks),
    unasked: [...new Set(paidChecks)].filter((imei) => !imeis.has(imei)),
    inDoubt: inDoubtIn(quota),
    mostInAWindow: mostWithin(
      arrivals.map(({ at }) => at),
      LIMITS.windowMs,
    ),
    shownAgain: cases.reduce((sum, { answers }) => sum + Math.max(answers.length - 1, 0), 0),
  };
}

/** Lets people ask a bot after it has started. */
async function askForAWhile(
  bot: BotProcess,
  load: ReturnType<typeof createLoad>,
  random: () => number,
): Promise<void> {
  await bot.ready;
  const endsAt = performance.now() + random() * LONGEST_LIFE_MS;
  let leftMs = 1;
  while (leftMs > 0) {
    for (const asked of load.next()) bot.ask(asked);
    await delay(Math.min(leftMs, random() * 100));
    leftMs = endsAt - performance.now();
  }
}

/** Resolves when the condition holds, or after {@link REST_MS}. */
async function until(isSo: () => boolean): Promise<void> {
  const endsAt = performance.now() + REST_MS;
  while (!isSo() && performance.now() < endsAt) await delay(20);
}

function environmentOf(storeUrl: string, { url }: Sandbox) {
  return {
    LOOKUP_BASE_URL: url,
    LOOKUP_API_KEY: SANDBOX_KEY,
    // A busy machine may be slow to answer; a failure would be shown where a result is expected.
    LOOKUP_TIMEOUT: '3s',
    LIMIT_CONCURRENT: String(LIMITS.concurrent),
    LIMIT_PER_WINDOW: String(LIMITS.perWindow),
    LIMIT_WINDOW: `${LIMITS.windowMs}ms`,
    STORE_URL: storeUrl,
    CACHE_SECRET: SECRET,
    USER_CHECKS_PER_DAY: '1000000',
    BATCH_CONFIRM: '500',
    PARENT_ADMIN: ADMIN,
    LOG_LEVEL: 'error',
  };
}

function paidAgainIn(cases: readonly Case[], paidChecks: readonly string[]): number {
  const once = new Set(cases.flatMap(({ imeis, fresh }) => (fresh ? [] : imeis)));
  const wanted = countEach([...once, ...cases.flatMap(({ imeis, fresh }) => (fresh ? imeis : []))]);
  return [...countEach(paidChecks)].reduce(
    (sum, [imei, times]) => sum + Math.max(times - (wanted.get(imei) ?? 0), 0),
    0,
  );
}

function countEach(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/**
 * The checks of this month that `/quota` calls possibly paid; it leaves the row out if there are
 * none.
 */
function inDoubtIn(quota: Shown | undefined): number {
  if (quota === undefined) return Number.NaN;
  const value = quota.fields.find(({ label }) => label === sayIn('en')('quota.inDoubt'))?.value;
  if (value === undefined) return 0;
  return Number(/([\d,]+) checks? this month/.exec(value)?.[1]?.replaceAll(',', ''));
}

async function readableIn(store: string, imeis: readonly string[]): Promise<string[]> {
  const files = await readdir(store);
  const texts = await Promise.all(files.map((name) => readFile(join(store, name), 'latin1')));
  return imeis.filter((imei) => texts.some((text) => text.includes(imei)));
}

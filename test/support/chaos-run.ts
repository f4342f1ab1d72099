import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { en } from '../../src/format/words/en.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type BotProcess, startBotProcess } from './chaos-child.ts';
import { chaosEnvironment } from './chaos-environment.ts';
import { type Case, createLoad, type Load, mostCharged } from './chaos-load.ts';
import type { Shown } from './chaos-protocol.ts';
import { makeKnownAt } from './known-store.ts';
import { mostWithin } from './recorder.ts';
import { until } from './until.ts';

/** The service's limits over a shorter window. */
const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 2_000 } as const;
const REQUEST_TIMEOUT_MS = 1_000;
/** A process is killed so long after its start at the latest; each fourth one while it starts. */
const LONGEST_LIFE_MS = 1_800;
const LONGEST_START_MS = 800;
const STARTS_CUT_OFF = 4;
/** The last process has so long to answer what is left. */
const REST_MS = 60_000;
const ADMIN = 'parent:user:admin';
const QUOTA_ID = 'the-last-question';

export interface ChaosSettings {
  readonly built: string;
  readonly seed: number;
  readonly kills: number;
}

/** What a run has shown. */
export interface ChaosOutcome {
  readonly cases: readonly Case[];
  /** Checks counted at the service, and the most that the requests can cost without a kill. */
  readonly paid: number;
  readonly mostCharged: number;
  /** What `/quota` says: checks that were sent and never answered. */
  readonly inDoubt: number;
  readonly mostInAWindow: number;
  readonly mostAtOnce: number;
  readonly blocked: boolean;
  /** Last states shown beyond the first of each request. */
  readonly shownAgain: number;
  /** IMEIs that stand in the store's files as they are. */
  readonly readable: readonly string[];
  /** What the processes logged as errors. */
  readonly errors: string;
  readonly lastExitCode: number | null;
}

/** Lets people ask a bot that is killed at random moments and started again on the same store. */
export async function runChaos(settings: ChaosSettings): Promise<ChaosOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-chaos-'));
  const sandbox = await startSandbox({ limits: LIMITS, delay: { from: 5, to: 200, seed: settings.seed } });
  try {
    return await run(settings, directory, sandbox);
  } finally {
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function run(settings: ChaosSettings, directory: string, sandbox: Sandbox): Promise<ChaosOutcome> {
  const random = createRandom(settings.seed);
  const load = createLoad(random);
  const shown = new Map<string, Shown>();
  let errors = '';
  const environment = environmentOf(directory, sandbox);
  await makeKnownAt(environment.STORE_URL);
  const start = (number: number): BotProcess =>
    startBotProcess({
      built: settings.built,
      environment,
      onTold: (told) => {
        load.hear(told, number);
        if (told.kind === 'shown' && told.last) shown.set(told.id, told);
      },
      onLog: (text) => {
        errors += text;
      },
    });

  for (let kills = 0; kills < settings.kills; kills += 1) {
    const bot = start(kills);
    for (const asked of load.unaccepted()) bot.ask(asked);
    if (kills % STARTS_CUT_OFF === STARTS_CUT_OFF - 1) {
      await delay(random() * LONGEST_START_MS);
    } else {
      await bot.ready;
      await keepAsking(bot, load, { random, forMs: random() * LONGEST_LIFE_MS });
    }
    await bot.end('SIGKILL');
  }
  const last = start(settings.kills);
  for (const asked of load.unaccepted()) last.ask(asked);
  await until(() => load.open().length === 0, REST_MS);
  last.ask({ id: QUOTA_ID, command: 'quota', values: {}, requester: ADMIN });
  await until(() => shown.has(QUOTA_ID), REST_MS);
  const lastExitCode = await last.end('SIGTERM');

  const { cases } = load;
  return {
    cases,
    paid: sandbox.paidChecks.length,
    mostCharged: mostCharged(cases),
    inDoubt: inDoubtIn(shown.get(QUOTA_ID)),
    mostInAWindow: mostWithin(
      sandbox.arrivals.map(({ at }) => at),
      LIMITS.windowMs,
    ),
    mostAtOnce: sandbox.mostAtOnce,
    blocked: sandbox.blocked,
    shownAgain: cases.reduce((sum, { answers }) => sum + Math.max(answers.length - 1, 0), 0),
    readable: await readableIn(
      directory,
      cases.flatMap(({ imeis }) => imeis),
    ),
    errors,
    lastExitCode,
  };
}

function environmentOf(directory: string, sandbox: Sandbox) {
  const storeUrl = `sqlite://${join(directory, 'imei-bot.sqlite')}`;
  return {
    ...chaosEnvironment({ sandbox, limits: LIMITS, requestTimeoutMs: REQUEST_TIMEOUT_MS, storeUrl }),
    PARENT_ADMIN: ADMIN,
    BATCH_CONFIRM: '500',
  };
}

/** Lets people ask for so long. */
async function keepAsking(
  bot: BotProcess,
  load: Load,
  { random, forMs }: { readonly random: () => number; readonly forMs: number },
): Promise<void> {
  const endsAt = performance.now() + forMs;
  for (;;) {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) return;
    for (const asked of load.next()) bot.ask(asked);
    await delay(Math.min(leftMs, random() * 100));
  }
}

/** The checks of this month that `/quota` calls possibly paid twice. */
function inDoubtIn(quota: Shown | undefined): number {
  const value = quota?.fields.find(({ label }) => label === en.quota.inDoubt)?.value ?? '';
  const number = /([\d,]+) checks? this month/.exec(value)?.[1];
  return number === undefined ? Number.NaN : Number(number.replaceAll(',', ''));
}

async function readableIn(directory: string, imeis: readonly string[]): Promise<string[]> {
  const files = (await readdir(directory)).filter((name) => !name.endsWith('.secret'));
  const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'latin1')));
  return [...new Set(imeis)].filter((imei) => texts.some((text) => text.includes(imei)));
}

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../../src/sandbox/faults/random.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { makeKnownAt } from '../checks/known-store.ts';
import { mostWithin } from '../recorder.ts';
import { until } from '../until.ts';
import { type BotProcess, startBotProcess } from './child.ts';
import type { Forgotten } from './contents.ts';
import { chaosEnvironment } from './environment.ts';
import { writeHostileFiles } from './files.ts';
import { createLoad, type Load } from './load.ts';
import { moneyOf } from './money.ts';
import { type ChaosOutcome, inDoubtIn, shownAgainIn } from './outcome.ts';
import type { Shown } from './protocol.ts';
import { type ChaosStore, createChaosStore } from './store.ts';
import { createSwaps, type Swaps } from './swaps.ts';

/** The service's limits over a shorter window. */
const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 2_000 } as const;
/** What a busy machine takes for an answer is no failure: one would be told as such, where a result is expected. */
const REQUEST_TIMEOUT_MS = 3_000;
/** A process is killed so long after its start at the latest; each fourth one while it starts. */
const LONGEST_LIFE_MS = 1_800;
const LONGEST_START_MS = 800;
const STARTS_CUT_OFF = 4;
/** The store is swapped at the second kill, and at so many of those that follow. */
const FIRST_SWAP = 2;
const SWAP_SHARE = 0.2;
/**
 * On a store that was swapped, a process lets a window pass, and the next one as well, until one has lived for as long
 * as anything sent before can count: about half of them are killed before, and then one lives so long, unless it is the last
 * that is killed.
 */
const UNTIL_KNOWN_MS = 2 * LIMITS.windowMs + REQUEST_TIMEOUT_MS + 500;
/** Before a swap a process is killed when so many were just sent: a store that knows nothing of them would let more go. */
const BURST = { arrivals: 10, withinMs: 700, waitMs: 3_000 } as const;
/** The last process has so long to answer what is left. */
const REST_MS = 60_000;
const ADMIN = 'parent:user:admin';
const QUOTA_ID = 'the-last-question';

export interface ChaosSettings {
  readonly built: string;
  readonly seed: number;
  readonly kills: number;
}

/**
 * Lets people ask a bot, some of them with hostile files, that is killed at random moments and started again, mostly on the
 * same store.
 */
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
  const load = createLoad(random, await writeHostileFiles(join(directory, 'files')));
  const store = await createChaosStore(join(directory, 'store'));
  const swaps = createSwaps(store, join(directory, 'backups'), random);
  const shown = new Map<string, Shown>();
  let errors = '';
  await makeKnownAt(store.url);
  const start = (number: number): BotProcess => {
    const bot = startBotProcess({
      built: settings.built,
      environment: environmentOf(store, sandbox),
      onTold: (told) => {
        load.hear(told, number);
        if (told.kind === 'accepted') swaps.contents.accepted.add(told.id);
        if (told.kind !== 'shown' || !told.last) return;
        swaps.contents.answered.add(told.id);
        shown.set(told.id, told);
      },
      onLog: (text) => {
        errors += text;
      },
    });
    for (const asked of load.unaccepted()) bot.ask(asked);
    return bot;
  };

  const betweenLives = createBetweenLives({ load, swaps, sandbox });
  for (let kills = 0; kills < settings.kills; kills += 1) {
    const bot = start(kills);
    const isSwapDue = kills + 1 === FIRST_SWAP || (kills + 1 > FIRST_SWAP && random() < SWAP_SHARE);
    if (kills % STARTS_CUT_OFF === STARTS_CUT_OFF - 1) {
      await delay(random() * LONGEST_START_MS);
    } else {
      const livesOn = betweenLives.isUnknowing() && kills + 1 < settings.kills && random() < 0.5;
      const forMs = random() * LONGEST_LIFE_MS + (livesOn ? UNTIL_KNOWN_MS : 0);
      await bot.ready;
      await keepAsking(bot, load, { random, forMs });
      const isOver = () => !isSwapDue || isInBurst(sandbox);
      await keepAsking(bot, load, { random, forMs: BURST.waitMs, isOver });
      if (livesOn) betweenLives.known();
    }
    await bot.end('SIGKILL');
    await betweenLives.tend(isSwapDue);
  }
  const last = start(settings.kills);
  await until(() => load.open().length === 0, REST_MS);
  last.ask({ id: QUOTA_ID, command: 'quota', values: {}, requester: ADMIN });
  await until(() => shown.has(QUOTA_ID), REST_MS);
  const lastExitCode = await last.end('SIGTERM');

  const { cases } = load;
  return {
    cases,
    swaps: swaps.done,
    money: moneyOf(cases, sandbox.paidChecks, betweenLives.forgotten),
    inDoubt: swaps.inDoubt(inDoubtIn(shown.get(QUOTA_ID))),
    mostInAWindow: mostWithin(
      sandbox.arrivals.map(({ at }) => at),
      LIMITS.windowMs,
    ),
    mostAtOnce: sandbox.mostAtOnce,
    blocked: sandbox.blocked,
    ...shownAgainIn(cases),
    readable: await readableIn(
      store.directory,
      cases.flatMap(({ imeis }) => imeis),
    ),
    errors,
    lastExitCode,
  };
}

interface BetweenLivesNeeds {
  readonly load: Load;
  readonly swaps: Swaps;
  readonly sandbox: Sandbox;
}

/** What is done with the store while no process holds it. */
function createBetweenLives({ load, swaps, sandbox }: BetweenLivesNeeds) {
  const forgotten: Forgotten[] = [];
  let paidBefore = 0;
  let isUnknowing = false;
  return {
    forgotten,
    /** Whether a start cannot know what was sent before. */
    isUnknowing: () => isUnknowing,
    known: (): void => {
      isUnknowing = false;
    },
    tend: async (isSwapped: boolean): Promise<void> => {
      const { paid } = swaps.contents;
      for (const imei of sandbox.paidChecks.slice(paidBefore)) paid.set(imei, (paid.get(imei) ?? 0) + 1);
      paidBefore = sandbox.paidChecks.length;
      if (!isSwapped) return swaps.backUp();
      const { forgotten: lost } = await swaps.swap();
      load.forget(lost);
      forgotten.push(lost);
      isUnknowing = true;
    },
  };
}

function environmentOf({ url }: ChaosStore, sandbox: Sandbox): Record<string, string> {
  return {
    ...chaosEnvironment({ sandbox, limits: LIMITS, requestTimeoutMs: REQUEST_TIMEOUT_MS, storeUrl: url }),
    PARENT_ADMIN: ADMIN,
    BATCH_CONFIRM: '500',
  };
}

interface Asking {
  readonly random: () => number;
  readonly forMs: number;
  readonly isOver?: () => boolean;
}

function isInBurst({ arrivals }: Sandbox): boolean {
  const since = Date.now() - BURST.withinMs;
  return arrivals.slice(-BURST.arrivals).filter(({ at }) => at >= since).length === BURST.arrivals;
}

/** Lets people ask for so long, or until it is so. */
async function keepAsking(
  bot: BotProcess,
  load: Load,
  { random, forMs, isOver = () => false }: Asking,
): Promise<void> {
  const endsAt = performance.now() + forMs;
  for (;;) {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0 || isOver()) return;
    for (const asked of load.next()) bot.ask(asked);
    await delay(Math.min(leftMs, random() * 100));
  }
}

async function readableIn(directory: string, imeis: readonly string[]): Promise<string[]> {
  const files = (await readdir(directory)).filter((name) => !name.endsWith('.secret'));
  const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'latin1')));
  return [...new Set(imeis)].filter((imei) => texts.some((text) => text.includes(imei)));
}

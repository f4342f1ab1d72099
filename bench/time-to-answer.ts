import { join } from 'node:path';
import { systemClock } from '../src/core/clock.ts';
import { SANDBOX_KEY } from '../src/sandbox/answers/keys.ts';
import { type Sandbox, startSandbox } from '../src/sandbox/server.ts';
import { makeKnownAt } from '../test/support/checks/known-store.ts';
import { startFakeDiscord } from '../test/support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../test/support/discord/world.ts';
import { createPerson } from '../test/support/telegram/people.ts';
import { openTelegram, TOKEN as TELEGRAM_TOKEN } from '../test/support/telegram/server.ts';
import type { Bench, BenchSettings, Chart, Goal } from './bench.ts';
import { knownImei } from './core.ts';
import { ANSWER } from './crowds.ts';
import { figure } from './figures.ts';
import { type Load, openLoadedTelegram } from './loads.ts';
import { type Program, startProgram } from './processes.ts';

/** What the service takes for an answer. */
const SERVICE_MS = 300;
/** As many as the service answers in a minute without anybody waiting. */
const PAID = 18;
/** Each number once more, from memory, so many times. */
const REPEATS = 5;
/** Telegram takes 30 messages a second in all: more than that would wait for Telegram, not for the bot. */
const APART_MS = 50;
/** A bot that shows nothing for so long never will. */
const STUCK_MS = 30_000;

/** The most that is aimed at, in milliseconds. */
const GOALS = {
  paid: { median: 350, p95: 450 },
  kept: { median: 30, p95: 60 },
} as const;

/** A place in which people ask, each in a chat of their own. */
interface Place {
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves when a bot takes what they ask. */
  readonly ready: Promise<void>;
  /** Asks, and resolves when an answer is shown there. */
  ask(person: number, imei: string): Promise<void>;
  close(): Promise<void>;
}

const PLACES: ReadonlyMap<string, () => Promise<Place>> = new Map([
  ['a private chat in Telegram', () => openInTelegram(false)],
  ['a group in Telegram', () => openInTelegram(true)],
  ['Discord', openInDiscord],
]);

const TIMES = 'Milliseconds';
/** Bench 9: how long a person looks at nothing. */
export const timeToAnswer: Bench = {
  title: 'Time to answer: an event in, the answer shown',
  instead: (cell) =>
    `a bot that keeps no answers lets each person wait for the service, ${SERVICE_MS} ms here; in Telegram this bot takes ${cell(TIMES, 0, 1)} ms in all the first time and ${cell(TIMES, 1, 1)} ms from then on.`,
  run: async (settings) => {
    const rows: (readonly string[])[] = [];
    const goals: Goal[] = [];
    const bars: Chart['bars'][number][] = [];
    const service = await startSandbox({ limits: 'none', delay: SERVICE_MS });
    for (const [name, open] of PLACES) {
      settings.progress(name);
      const times = await timesAt(await open(), service, settings);
      for (const kind of ['paid', 'kept'] as const) {
        const median = quantile(times[kind], 0.5);
        const p95 = quantile(times[kind], 0.95);
        const goal = GOALS[kind];
        bars.push({ name: `${name}, ${WHENCE[kind]}`, value: median, isMarked: kind === 'kept' });
        rows.push([`${name}, ${WHENCE[kind]}`, figure(median), figure(p95), figure(times[kind].length)]);
        goals.push({
          goal: `in ${name}, ${WHENCE[kind]}: the median at most ${goal.median} ms, 95 % at most ${goal.p95} ms`,
          measured: `${figure(median)} ms and ${figure(p95)} ms`,
          isReached: median <= goal.median && p95 <= goal.p95,
        });
      }
    }
    settings.progress('many at once');
    const loads = await measureLoads(service, settings);
    await service.close();
    return {
      about: `People ask one after the other, each in a chat of their own, and what is measured lasts from the event at the platform to the call that brings the answer. The service takes ${SERVICE_MS} ms. The bot is the program as it is run, on a store of its own in each place; ${PAID} numbers are asked first, which the limit of a minute lets through without a line, and then each of them ${REPEATS} times more, when the answer is saved, fewer than the 30 a second that Telegram takes in all. One question before them is not counted, since some code is loaded with the first. Where many ask at once, it lasts from the first event to the last answer.`,
      tables: [
        { title: TIMES, columns: ['', 'median', '95 %', 'asked'], rows },
        {
          title: 'Many at once, in a Telegram that keeps its limits',
          columns: ['', 'seconds', 'messages and edits', 'refused', 'refused in a pause'],
          rows: loads.map(({ name, seconds, calls, refused, impatient }) => [
            name,
            ...[seconds, calls, refused, impatient].map(figure),
          ]),
        },
      ],
      goals: [...goals, ...loads.map(goalOfLoad)],
      chart: { file: 'time-to-answer.svg', title: 'From the event to the answer, median, ms', bars },
    };
  },
};

function goalOfLoad({ name, seconds, refused, goalSeconds }: Load): Goal {
  return {
    goal: `${name} within ${goalSeconds} s, and no call refused`,
    measured: `${figure(seconds)} s, ${figure(refused)} refused`,
    isReached: seconds <= goalSeconds && refused === 0,
  };
}

async function measureLoads(service: Sandbox, settings: BenchSettings): Promise<readonly Load[]> {
  const telegram = await openLoadedTelegram();
  const program = await startBot(telegram.environment, service, settings);
  await program.during(telegram.ready);
  const loads = await telegram.run(program);
  await program.end();
  await telegram.close();
  return loads;
}

const WHENCE = { paid: `with the service at ${SERVICE_MS} ms`, kept: 'from memory' } as const;

interface Times {
  readonly paid: readonly number[];
  readonly kept: readonly number[];
}

/** The program as it is run, on a new store that tells all that was sent before. */
async function startBot(
  platform: Readonly<Record<string, string>>,
  service: Sandbox,
  { built, directory }: BenchSettings,
): Promise<Program> {
  const STORE_URL = `sqlite://${join(directory, `${performance.now()}.sqlite`)}`;
  await makeKnownAt(STORE_URL);
  const own = { LOOKUP_BASE_URL: service.url, LOOKUP_API_KEY: SANDBOX_KEY, STORE_URL };
  return startProgram({ built, directory, file: 'src/main.js', environment: { ...platform, ...own } });
}

async function timesAt(place: Place, service: Sandbox, settings: BenchSettings): Promise<Times> {
  const { tiny } = settings;
  const program = await startBot(place.environment, service, settings);
  await program.during(place.ready);
  let person = 0;
  const time = async (serial: number): Promise<number> => {
    person += 1;
    const startedAt = performance.now();
    await program.during(place.ask(person, knownImei(serial)));
    return performance.now() - startedAt;
  };
  const serials = Array.from({ length: tiny ? 2 : PAID }, (_, index) => index);
  // Not counted: some code is loaded with the first answer.
  await time(PAID);
  const paid: number[] = [];
  for (const serial of serials) paid.push(await time(serial));
  const kept: number[] = [];
  for (let round = 0; round < (tiny ? 1 : REPEATS); round += 1)
    for (const serial of serials) {
      kept.push(await time(serial));
      await systemClock.sleep(APART_MS);
    }
  await program.end();
  await place.close();
  return { paid, kept };
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function openInTelegram(inGroup: boolean): Promise<Place> {
  const ready = createSignal();
  let waiting = createSignal();
  const server = await openTelegram(systemClock, {
    onCall: ({ method, payload }) => {
      if (method === 'getUpdates') ready.give();
      if (/^(?:send|edit)Message/.test(method) && String(payload.text).includes(ANSWER)) waiting.give();
    },
  });
  return {
    environment: { TELEGRAM_TOKEN, TELEGRAM_API_URL: server.url },
    ready: ready.given,
    ask: (id, imei) => {
      waiting = createSignal();
      const person = createPerson(server, { id });
      const group = -id;
      if (inGroup) server.chats.groups.add(group);
      if (inGroup) person.say(`/imei ${imei}`, { group });
      else person.say(imei);
      return waiting.given;
    },
    close: () => server.close(),
  };
}

async function openInDiscord(): Promise<Place> {
  const ready = createSignal();
  let waiting = createSignal();
  const discord = await startFakeDiscord({
    onIdentified: ready.give,
    onCall: ({ path, body }) => {
      if (path.startsWith('/webhooks') && JSON.stringify(body)?.includes(ANSWER)) waiting.give();
    },
  });
  return {
    environment: { DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl },
    ready: ready.given,
    ask: (id, imei) => {
      waiting = createSignal();
      discord.command('imei', { imei }, { user: `10000000000000${1_000 + id}` });
      return waiting.given;
    },
    close: () => discord.close(),
  };
}

interface Signal {
  readonly given: Promise<void>;
  readonly give: () => void;
}

function createSignal(): Signal {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve, reject) => {
    const stuck = setTimeout(() => reject(new Error('nothing was shown')), STUCK_MS).unref();
    give = () => {
      clearTimeout(stuck);
      resolve();
    };
  });
  // One that nobody waits for yet.
  given.catch(() => undefined);
  return { given, give };
}

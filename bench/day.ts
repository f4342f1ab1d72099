import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox } from '../src/sandbox/sandbox-server.ts';
import { mostWithin } from '../test/support/most-within.ts';
import { countOpenRequests } from '../test/support/store/open-requests.ts';
import { createPerson } from '../test/support/telegram/people.ts';
import { type Bench, figure } from './bench.ts';
import {
  discordUser,
  type LocalPlatform,
  openLocalDiscord,
  openLocalTelegram,
} from './platforms.ts';
import { knownImei, newStore, type Program, QUICK, startBot } from './programs.ts';

const MINUTE_MS = 60_000;
/** A day lasts 96 minutes, and the window of the service 4 seconds. */
const SPEED = 15;
const SIZES = {
  dayMs: (24 * 60 * MINUTE_MS) / SPEED,
  /** Long enough for the lists that are under way at the end. */
  restMs: 5 * MINUTE_MS,
};
const TINY: typeof SIZES = { dayMs: 4_000, restMs: MINUTE_MS };
const LIMITS = { perWindow: 19, concurrent: 4, windowMs: MINUTE_MS / SPEED };
/** People do something so often: the checks then take three quarters of the limit. */
const EVERY_MS = 170;
const PEOPLE = 40;
const SAMPLES = 24;
/** The sample after a quarter of the day, when everything is loaded and has been used. */
const COMPARED_SAMPLE = SAMPLES / 4 - 1;
const MEGABYTE = 2 ** 20;
/** Of Discord only the newest messages are remembered, for its presses. */
const MESSAGES_REMEMBERED = 500;

/** A platform with people on it. */
interface Town extends LocalPlatform {
  ask(person: number, text: string): void;
  sendFile(person: number, csv: string): void;
  /** Presses a button of the latest answer that has some. */
  press(): void;
}

/** What people do, each so often of a hundred times. */
const DEEDS = [
  { name: 'asked for a saved number', share: 70 },
  { name: 'asked for a new number', share: 15 },
  { name: 'sent a list', share: 3 },
  { name: 'sent a file', share: 1 },
  { name: 'pressed a button', share: 11 },
] as const;
type Deed = (typeof DEEDS)[number]['name'];

interface Sample {
  readonly residentBytes: number;
  readonly openFiles: number;
}

/** A day of both platforms, faster: whether memory, files and promises hold. */
export const day: Bench = {
  title: 'A day: 24 hours in 96 minutes, on both platforms',
  run: async ({ tiny, seed, built, directory, progress }) => {
    const { dayMs, restMs } = tiny ? TINY : SIZES;
    const service = await startSandbox({ limits: LIMITS, delay: 300 / SPEED });
    const place = { built, directory, service: service.url };
    const url = await newStore(place);
    const towns = [await telegramTown(), await discordTown()];
    const settings = {
      LIMIT_WINDOW: `${LIMITS.windowMs}ms`,
      USER_CHECKS_PER_DAY: '100000',
      BATCH_CONFIRM: '100',
    };
    const program = await startBot(
      { ...place, file: QUICK, url },
      Object.assign(settings, ...towns.map(({ environment }) => environment)),
    );
    await program.during(Promise.all(towns.map(({ ready }) => ready)));
    const { counts, samples } = await program.during(
      live(program, towns, { seed, dayMs, progress }),
    );
    const unanswered = await openAtTheEnd(url, restMs);
    if (unanswered > 0) {
      const file = join(built, 'day.log');
      await writeFile(file, program.log());
      progress(`${figure(unanswered)} requests are open; what the bot logged is in ${file}`);
    }
    const atRest = await program.used('collect');
    await program.end();
    for (const town of towns) await town.close();
    const most = mostWithin(
      service.arrivals.map(({ at }) => at),
      LIMITS.windowMs,
    );
    await service.close();
    const compared = samples[COMPARED_SAMPLE] ?? atRest;
    const last = samples.at(-1) ?? atRest;
    const megabytes = samples.map(({ residentBytes }) => figure(residentBytes / MEGABYTE));
    const files = samples.map(({ openFiles }) => openFiles);
    return {
      about: `People of two platforms ask, send lists and files and press buttons. The service and its limits are ${SPEED} times as fast as they are, Telegram's limits are lifted.`,
      tables: [
        {
          title: 'What happened',
          columns: ['', 'times'],
          rows: [
            ...DEEDS.map(({ name }) => [name, figure(counts[name])]),
            ['paid checks', figure(service.paidChecks.length)],
          ],
        },
        {
          title: 'Each hour',
          columns: ['', ...samples.map((_, hour) => `${hour + 1}`)],
          rows: [
            ['resident, MB', ...megabytes],
            ['open files', ...files.map(String)],
          ],
        },
      ],
      goals: [
        {
          goal: 'every request is answered',
          measured: `${figure(unanswered)} of ${figure(sumOf(Object.values(counts)))} open`,
          isReached: unanswered === 0,
        },
        {
          goal: `at most ${LIMITS.perWindow} arrivals in a window, ${LIMITS.concurrent} at once, not blocked`,
          measured: `${most} of ${figure(service.paidChecks.length)} paid, ${service.mostAtOnce} at once`,
          isReached:
            !service.isBlocked &&
            most <= LIMITS.perWindow &&
            service.mostAtOnce <= LIMITS.concurrent,
        },
        {
          goal: 'memory at the end is at most 1.1 times that after a quarter of the day',
          measured: `${megabytes[0]}, ${megabytes[COMPARED_SAMPLE]}, ${megabytes.at(-1)} MB after the first hour, a quarter, the day`,
          isReached: last.residentBytes <= 1.1 * compared.residentBytes,
        },
        {
          goal: 'at most 5 more open files at rest than after a quarter of the day',
          measured: `${compared.openFiles} after a quarter, ${Math.max(...files)} at most, ${atRest.openFiles} at rest`,
          isReached: atRest.openFiles <= compared.openFiles + 5,
        },
      ],
    };
  },
};

interface LiveOptions {
  readonly seed: number;
  readonly dayMs: number;
  readonly progress: (text: string) => void;
}

/** Lives a day; resolves with how often each deed was done, and a sample for each hour. */
async function live(program: Program, towns: readonly Town[], options: LiveOptions) {
  const { seed, dayMs, progress } = options;
  const counts = Object.fromEntries(DEEDS.map(({ name }) => [name, 0])) as Record<Deed, number>;
  const samples: Sample[] = [];
  const deeds = DEEDS.flatMap(({ name, share }) => Array<Deed>(share).fill(name));
  // Steps that share no factor visit all deeds, people and towns in an order that looks random.
  let step = seed;
  let newest = 0;
  const newImei = (): string => {
    newest += 1;
    return knownImei(newest);
  };
  const newImeis = (count: number): string => Array.from({ length: count }, newImei).join('\n');
  const perform: Readonly<Record<Deed, (town: Town, person: number) => void>> = {
    'asked for a saved number': (town, person) =>
      town.ask(person, knownImei(1 + (step % (newest + 1)))),
    'asked for a new number': (town, person) => town.ask(person, newImei()),
    'sent a list': (town, person) => town.ask(person, newImeis(2 + (step % 20))),
    'sent a file': (town, person) => town.sendFile(person, `IMEI\n${newImeis(5)}\n`),
    'pressed a button': (town) => town.press(),
  };
  const startedAt = performance.now();
  while (performance.now() - startedAt < dayMs) {
    step += 1;
    const deed = deeds[(step * 37) % deeds.length];
    const town = towns[step % towns.length];
    if (deed === undefined || town === undefined) throw new Error('there is nothing to do');
    counts[deed] += 1;
    perform[deed](town, (step * 7) % PEOPLE);
    if (performance.now() - startedAt > ((samples.length + 1) * dayMs) / SAMPLES) {
      samples.push(await program.used());
      progress(`hour ${samples.length}`);
    }
    await delay(EVERY_MS);
  }
  return { counts, samples };
}

/** Resolves with how many requests are not answered a while after the last one. */
async function openAtTheEnd(url: string, restMs: number): Promise<number> {
  const until = performance.now() + restMs;
  let open = await countOpenRequests(url);
  while (open > 0 && performance.now() < until) {
    await delay(1_000);
    open = await countOpenRequests(url);
  }
  return open;
}

async function telegramTown(): Promise<Town> {
  const { server, platform } = await openLocalTelegram();
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    createPerson(server, { id: 1_000 + index }),
  );
  return {
    ...platform,
    ask: (person, text) => void people[person]?.say(text),
    sendFile: (person, csv) =>
      void people[person]?.sendFile({ name: 'phones.csv', bytes: Buffer.from(csv) }),
    press: () => {
      const message = server.chats.messages.findLast(({ keyboard }) => keyboard.length > 0);
      const button = message?.keyboard.flat().find((button) => 'callback_data' in button);
      if (message === undefined || button === undefined) return;
      people.find(({ id }) => id === message.chat)?.press(message, button.text);
    },
  };
}

async function discordTown(): Promise<Town> {
  const { discord, platform } = await openLocalDiscord();
  const { world, rest } = discord;
  const userOf = (person: number): string => discordUser(1_000 + person);
  const forgetOld = (): void => {
    world.messages.splice(0, world.messages.length - MESSAGES_REMEMBERED);
    rest.calls.length = 0;
  };
  return {
    ...platform,
    ask: (person, imei) => {
      forgetOld();
      discord.command('imei', { imei }, { user: userOf(person) });
    },
    sendFile: (person, csv) => {
      const file = { name: 'phones.csv', bytes: Buffer.from(csv) };
      discord.command('imei', { file }, { user: userOf(person) });
    },
    press: () => {
      const message = world.messages.findLast(({ body }) => (body.components ?? []).length > 0);
      const label = message?.body.components?.[0]?.components[0]?.label;
      if (message?.only === undefined || label === undefined) return;
      discord.press(label, { user: message.only });
    },
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

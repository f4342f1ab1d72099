import { setTimeout as delay } from 'node:timers/promises';
import { deferred } from '../src/core/promises.ts';
import { systemClock } from '../src/core/time/clock.ts';
import { startSandbox } from '../src/sandbox/sandbox-server.ts';
import { openDiscord } from '../test/support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../test/support/discord/world.ts';
import { createPerson } from '../test/support/telegram/people.ts';
import { openTelegram, TOKEN as TELEGRAM_TOKEN } from '../test/support/telegram/server.ts';
import { type Bench, type BenchSettings, figure, type Goal, quantile } from './bench.ts';
import { ANSWER, knownImei, RELEASED, startBot } from './programs.ts';

/** What the service takes for an answer. */
const SERVICE_MS = 300;
/** As many as the service answers in a minute without a queue. */
const PAID = 18;
/** How often each number is asked for again. */
const REPEATS = 5;
/** Telegram takes 30 messages a second: more would wait for Telegram, not for the bot. */
const APART_MS = 50;

const KINDS = {
  paid: { label: `with the service at ${SERVICE_MS} ms`, median: 350, p95: 450 },
  saved: { label: 'from memory', median: 30, p95: 60 },
} as const;

/** From each question to its answer, in milliseconds, by what answered. */
type Times = Readonly<Record<keyof typeof KINDS, number[]>>;

/** A place in which people ask, each in a chat of their own. */
interface Place {
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves when a bot is connected. */
  readonly ready: Promise<void>;
  /** Asks, and resolves when the answer is shown there. */
  ask(person: number, imei: string): Promise<void>;
  close(): Promise<void>;
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'a private chat in Telegram': () => openInTelegram(false),
  'a group in Telegram': () => openInTelegram(true),
  Discord: openInDiscord,
};

/** How long a person waits for an answer. */
export const timeToAnswer: Bench = {
  title: 'Time to answer: an event in, the answer shown',
  run: async (settings) => {
    const rows: string[][] = [];
    const goals: Goal[] = [];
    const service = await startSandbox({ limits: 'none', delay: SERVICE_MS });
    const places: { readonly name: string; readonly times: Times }[] = [];
    for (const [name, open] of Object.entries(PLACES)) {
      settings.progress(name);
      places.push({ name, times: await timesAt(await open(), service.url, settings) });
    }
    for (const kind of ['paid', 'saved'] as const) {
      const { label, ...most } = KINDS[kind];
      const quantiles = places.map(({ name, times }) => {
        const median = quantile(times[kind], 0.5);
        const p95 = quantile(times[kind], 0.95);
        rows.push([`${name}, ${label}`, figure(median), figure(p95), figure(times[kind].length)]);
        return { name, median, p95 };
      });
      goals.push({
        goal: `${label}: median at most ${most.median} ms, 95 % at most ${most.p95} ms`,
        measured: quantiles
          .map(({ name, median, p95 }) => `${name}: ${figure(median)} and ${figure(p95)} ms`)
          .join('; '),
        isReached: quantiles.every(({ median, p95 }) => median <= most.median && p95 <= most.p95),
      });
    }
    await service.close();
    return {
      about: `From the event at the platform to the call that shows the answer. People ask one after the other, each in a chat of their own. The service takes ${SERVICE_MS} ms. Each place has a new program and store; ${PAID} numbers are asked for first, which the limit lets through without a queue, and then each of them ${REPEATS} more times. One question before them is not counted, since it loads code.`,
      tables: [{ title: 'Milliseconds', columns: ['', 'median', '95 %', 'asked'], rows }],
      goals,
    };
  },
};

async function timesAt(
  place: Place,
  service: string,
  { tiny, built, directory }: BenchSettings,
): Promise<Times> {
  const program = await startBot({ built, directory, service, file: RELEASED }, place.environment);
  await program.during(place.ready);
  let person = 0;
  const time = async (serial: number): Promise<number> => {
    person += 1;
    const startedAt = performance.now();
    await program.during(place.ask(person, knownImei(serial)));
    return performance.now() - startedAt;
  };
  const serials = Array.from({ length: tiny ? 2 : PAID }, (_, index) => index);
  await time(PAID);
  const times: Times = { paid: [], saved: [] };
  for (const serial of serials) times.paid.push(await time(serial));
  for (let round = 0; round < (tiny ? 1 : REPEATS); round += 1)
    for (const serial of serials) {
      times.saved.push(await time(serial));
      await delay(APART_MS);
    }
  await program.end();
  await place.close();
  return times;
}

async function openInTelegram(inGroup: boolean): Promise<Place> {
  const ready = deferred<void>();
  let shown = deferred<void>();
  const server = await openTelegram(systemClock, {
    onCall: ({ method, payload }) => {
      if (method === 'getUpdates') ready.resolve();
      if (/^(?:send|edit)Message/.test(method) && String(payload.text).includes(ANSWER))
        shown.resolve();
    },
  });
  return {
    environment: { TELEGRAM_TOKEN, TELEGRAM_API_URL: server.url },
    ready: ready.promise,
    ask: (id, imei) => {
      shown = deferred();
      const person = createPerson(server, { id });
      const group = -id;
      if (inGroup) server.chats.groups.add(group);
      if (inGroup) person.say(`/imei ${imei}`, { group });
      else person.say(imei);
      return shown.promise;
    },
    close: () => server.close(),
  };
}

async function openInDiscord(): Promise<Place> {
  const ready = deferred<void>();
  let shown = deferred<void>();
  const discord = await openDiscord({
    onIdentified: () => ready.resolve(),
    onCall: ({ path, body }) => {
      if (path.startsWith('/webhooks') && JSON.stringify(body)?.includes(ANSWER)) shown.resolve();
    },
  });
  return {
    environment: { DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl },
    ready: ready.promise,
    ask: (id, imei) => {
      shown = deferred();
      discord.command('imei', { imei }, { user: `10000000000000${1_000 + id}` });
      return shown.promise;
    },
    close: () => discord.close(),
  };
}

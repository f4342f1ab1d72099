import { systemClock } from '../src/core/clock.ts';
import { type FakeDiscord, startFakeDiscord } from '../test/support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../test/support/discord/world.ts';
import { createPerson, type Person } from '../test/support/telegram/people.ts';
import {
  openTelegram,
  TOKEN as TELEGRAM_TOKEN,
  type TelegramServer,
} from '../test/support/telegram/server.ts';

/** More people than a bot ever serves in one moment, each of whom asks again when the answer is there. */
const PEOPLE = 32;
const NAMES = Array.from({ length: PEOPLE }, (_, index) => 1_000 + index);

/** What they ask. */
const IMEI = '490154203237518';
/** What is in every answer, and in nothing that is shown before. */
export const ANSWER = 'NOKIA 3110';

/** A bot that answers nobody for so long never will: what it did not take in time is not asked again. */
const STUCK_MS = 30_000;

/** A platform on the loopback with people on it. */
export interface Crowd {
  /** What a bot has to be told to serve them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves when a bot takes what they ask. */
  readonly ready: Promise<void>;
  /** Resolves when so many were asked and answered. */
  ask(count: number): Promise<void>;
  /** The calls that a bot made for people since the last time this was asked. */
  callsMade(): number;
  close(): Promise<void>;
}

export async function telegramCrowd(): Promise<Crowd> {
  let onReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  const people = new Map<number, Person>();
  const asking = createAsking<number>((id) => void people.get(id)?.say(IMEI));
  const server: TelegramServer = await openTelegram(systemClock, {
    onCall: ({ method, payload }) => {
      if (method === 'getUpdates') onReady();
      if (!/^(?:send|edit)Message/.test(method)) return;
      asking.called();
      if (String(payload.text).includes(ANSWER)) asking.answered(Number(payload.chat_id));
    },
  });
  // The bare bots know no limits, and would be refused nearly everything.
  server.flood.isOff = true;
  for (const id of NAMES) people.set(id, createPerson(server, { id }));
  return {
    environment: { TELEGRAM_TOKEN, TELEGRAM_API_URL: server.url },
    ready,
    ask: (count) => asking.begin(count, NAMES),
    callsMade: asking.callsMade,
    close: () => server.close(),
  };
}

export async function discordCrowd(): Promise<Crowd> {
  let onReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  const discord: FakeDiscord = await startFakeDiscord({
    onIdentified: () => onReady(),
    onCall: ({ path, body }) => {
      if (!/^\/(?:interactions|webhooks)/.test(path)) return;
      asking.called();
      if (!JSON.stringify(body)?.includes(ANSWER)) return;
      const token = path.split('/')[3] ?? '';
      const asker = discord.world.interactions.get(token)?.user;
      if (asker !== undefined) asking.answered(asker);
    },
  });
  const asking = createAsking<string>((user) => void discord.command('imei', { imei: IMEI }, { user }));
  return {
    environment: { DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl },
    ready,
    ask: async (count) => {
      await asking.begin(
        count,
        NAMES.map((name) => `10000000000000${name}`),
      );
      discord.world.messages.length = 0;
      discord.world.interactions.clear();
      discord.rest.calls.length = 0;
    },
    callsMade: asking.callsMade,
    close: () => discord.close(),
  };
}

/** Keeps count of who has asked and who was answered. */
function createAsking<Name>(ask: (who: Name) => void) {
  let toAsk = 0;
  let toAnswer = 0;
  let calls = 0;
  let finish = (): void => undefined;
  let isStuck: NodeJS.Timeout | undefined;
  const askNext = (who: Name): void => {
    if (toAsk === 0) return;
    toAsk -= 1;
    ask(who);
  };
  return {
    begin: (count: number, names: readonly Name[]): Promise<void> => {
      toAsk = count;
      toAnswer = count;
      const finished = new Promise<void>((resolve, reject) => {
        finish = resolve;
        const giveUp = (): void => reject(new Error(`${toAnswer} of ${count} were not answered`));
        clearTimeout(isStuck);
        isStuck = setTimeout(giveUp, STUCK_MS).unref();
      });
      for (const who of names) askNext(who);
      return finished;
    },
    answered: (who: Name): void => {
      toAnswer -= 1;
      isStuck?.refresh();
      askNext(who);
      if (toAnswer > 0) return;
      clearTimeout(isStuck);
      finish();
    },
    called: (): void => {
      calls += 1;
    },
    callsMade: (): number => {
      const made = calls;
      calls = 0;
      return made;
    },
  };
}

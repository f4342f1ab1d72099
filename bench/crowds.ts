import { createPerson, type Person } from '../test/support/telegram/people.ts';
import {
  discordUser,
  type LocalPlatform,
  openLocalDiscord,
  openLocalTelegram,
} from './platforms.ts';
import { ANSWER, knownImei } from './programs.ts';

/** More people than a bot serves at once; each asks again when the answer is there. */
const PEOPLE = Array.from({ length: 32 }, (_, index) => 1_000 + index);
/** What they all ask for. */
const IMEI = knownImei(323_751);
/** A bot is stuck if it answers nobody for longer than a new store makes the limiter wait. */
const STUCK_MS = 90_000;

/** A platform on the loopback with people on it. */
export interface Crowd extends LocalPlatform {
  /** Resolves when so many questions were asked and answered. */
  ask(count: number): Promise<void>;
}

export const CROWDS = { Telegram: telegramCrowd, Discord: discordCrowd } as const;
export type Platform = keyof typeof CROWDS;

async function telegramCrowd(): Promise<Crowd> {
  const people = new Map<number, Person>();
  const questions = createQuestions((id) => void people.get(id)?.say(IMEI));
  const { server, platform } = await openLocalTelegram(({ method, payload }) => {
    if (/^(?:send|edit)Message/.test(method) && String(payload.text).includes(ANSWER))
      questions.answered(Number(payload.chat_id));
  });
  for (const id of PEOPLE) people.set(id, createPerson(server, { id }));
  return { ...platform, ask: questions.begin };
}

async function discordCrowd(): Promise<Crowd> {
  const { discord, platform } = await openLocalDiscord(({ path, body }) => {
    if (!/^\/(?:interactions|webhooks)/.test(path) || !JSON.stringify(body)?.includes(ANSWER))
      return;
    const user = discord.world.interactions.get(path.split('/')[3] ?? '')?.user;
    if (user !== undefined) questions.answered(Number(user.slice(-4)));
  });
  const questions = createQuestions(
    (id) => void discord.command('imei', { imei: IMEI }, { user: discordUser(id) }),
  );
  return {
    ...platform,
    ask: async (count) => {
      await questions.begin(count);
      discord.world.messages.length = 0;
      discord.world.interactions.clear();
      discord.rest.calls.length = 0;
    },
  };
}

/** Keeps count of questions and answers. */
function createQuestions(ask: (person: number) => void) {
  let toAsk = 0;
  let toAnswer = 0;
  let finish = (): void => undefined;
  let stuck: NodeJS.Timeout | undefined;
  const askNext = (person: number): void => {
    if (toAsk === 0) return;
    toAsk -= 1;
    ask(person);
  };
  return {
    begin: (count: number): Promise<void> => {
      [toAsk, toAnswer] = [count, count];
      const finished = new Promise<void>((resolve, reject) => {
        finish = resolve;
        const giveUp = (): void => reject(new Error(`${toAnswer} of ${count} were not answered`));
        stuck = setTimeout(giveUp, STUCK_MS).unref();
      });
      PEOPLE.forEach(askNext);
      return finished;
    },
    answered: (person: number): void => {
      toAnswer -= 1;
      stuck?.refresh();
      askNext(person);
      if (toAnswer > 0) return;
      clearTimeout(stuck);
      finish();
    },
  };
}

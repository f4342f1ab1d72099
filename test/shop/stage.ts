import { expect } from 'vitest';
import type { Host } from '../../src/adapters/host.ts';
import { startBot, untilReady } from '../support/bot.ts';
import { scaledClock } from '../support/clocks/scaled.ts';
import { newStoreUrl } from '../support/empty-directory.ts';
import { configOf } from '../support/settings.ts';
import type { ShownMessage } from '../support/telegram/chats.ts';
import { createPerson, type Person, type Saying } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

/** The group of the shop. */
export const SHOP = -1001;

/** How much faster the clock of Telegram runs, which allows one message a second in a chat. */
const FASTER = 5;

/** The whole bot on Telegram, on the sandbox, with the two clerks of a shop: Bob reads German. */
export async function openShop(environment: Readonly<Record<string, string>> = {}) {
  const telegramClock = scaledClock(FASTER);
  const telegram = await startTelegram(telegramClock);
  telegram.chats.groups.add(SHOP);
  const settings = {
    STORE_URL: await newStoreUrl(),
    TELEGRAM_TOKEN: TOKEN,
    TELEGRAM_API_URL: telegram.url,
    ...environment,
  };
  const platforms = configOf(settings).platforms.map(({ name, create }) => ({
    name,
    create: (host: Host) => create(withoutLists({ ...host, clock: telegramClock })),
  }));
  const open = async () => {
    const bot = await startBot(settings, { platforms });
    await untilReady(bot);
    return bot;
  };
  let bot = await open();
  const shown = (): readonly ShownMessage[] =>
    telegram.chats.messages.filter(({ fromBot }) => fromBot);
  /** The next complete message of the bot, in any chat or in this one. */
  const nextTo = async (act: () => void, chat?: number): Promise<ShownMessage> => {
    const before = new Set(shown());
    act();
    const isAnswer = (message: ShownMessage): boolean =>
      !before.has(message) &&
      !message.text.startsWith('⏳') &&
      (chat === undefined || message.chat === chat);
    await expect.poll(() => shown().some(isAnswer)).toBe(true);
    return shown().find(isAnswer) as ShownMessage;
  };
  return {
    telegram,
    ann: createPerson(telegram, { id: 11 }),
    bob: createPerson(telegram, { id: 22, language: 'de' }),
    shown,
    nextTo,
    /** Stops the bot, and starts it again. */
    restart: async (): Promise<void> => {
      await bot.stop();
      bot = await open();
    },
    /** Somebody says something, and the bot answers with a new message. */
    answerTo: (person: Person, text: string, where: Saying = {}) =>
      nextTo(() => person.say(text, where)),
    /** The paid checks of today, as the owner reads them. */
    paid: async (owner: Person): Promise<string> => {
      const quota = await nextTo(() => owner.say('/quota'), owner.id);
      // Without any paid check, the reply has no such line.
      return /Heute: (\d+ Abfragen? verbraucht)/u.exec(quota.text)?.[1] ?? '0 Abfragen verbraucht';
    },
  };
}

/** Leaves out the lists of commands in all languages: at each start a hundred calls to Telegram. */
function withoutLists(host: Host): Host {
  return { ...host, store: { ...host.store, registerOnce: async () => undefined } };
}

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { emptyDirectory, eventually, runMain, startMain } from '../support/process/process-main.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const de = sayIn('de');
const en = sayIn('en');

const GERMAN = de('hint.title');
const ENGLISH = en('hint.title');

/** What the program says in the terminal to a line without an IMEI, with these variables set. */
async function saidWith(environment: Readonly<Record<string, string>>) {
  const { stdout, stderr } = await runMain({
    args: ['hello'],
    environment,
    directory: await emptyDirectory(),
  });
  return { said: stdout, logged: stderr };
}

describe('the terminal', () => {
  it.each([
    ['nothing set', {}, ENGLISH],
    ['a German terminal', { LANG: 'de_AT.UTF-8' }, GERMAN],
    ['a terminal without a language', { LANG: 'C.UTF-8' }, ENGLISH],
    ['LC_ALL, which goes over LANG', { LC_ALL: 'de_DE', LANG: 'en_US.UTF-8' }, GERMAN],
    ['an empty LC_ALL, which says nothing', { LC_ALL: '', LC_MESSAGES: 'de', LANG: 'en_US' }, GERMAN],
    ['LANGUAGE, which goes over all', { LANGUAGE: 'en', LC_ALL: 'de_DE.UTF-8' }, ENGLISH],
    ['several in LANGUAGE, of which the first that is spoken counts', { LANGUAGE: 'sv_SE:de:en' }, GERMAN],
  ])('GIVEN %s THEN it speaks that language', async (_, environment, title) => {
    expect((await saidWith(environment)).said).toContain(title);
  });

  it('GIVEN a LANGUAGE that it does not speak THEN it says so to the operator, and goes on in English', async () => {
    const { said, logged } = await saidWith({ LANGUAGE: 'sv' });
    expect(said).toContain(ENGLISH);
    expect(logged).toContain('LANGUAGE is one that the bot does not speak');
  });
});

describe('a bot whose own language is German', () => {
  it('answers everyone in theirs, and in German where it does not speak that', async () => {
    const telegram = await startTelegram(systemClock);
    const directory = await emptyDirectory();
    const bot = startMain({
      directory,
      environment: {
        LANGUAGE: 'de',
        STORE_URL: `sqlite://${join(directory, 'bot.sqlite')}`,
        TELEGRAM_TOKEN: TOKEN,
        TELEGRAM_API_URL: telegram.url,
      },
    });
    await eventually(() => bot.stderr.includes('Connected to Telegram'));
    const said = (chat: number): string =>
      telegram.chats.messages
        .filter((one) => one.fromBot && one.chat === chat)
        .map(({ text }) => text)
        .join();
    for (const [id, language, title] of [
      [1, 'en-GB', ENGLISH],
      [2, 'de', GERMAN],
      [3, 'xx', GERMAN],
    ] as const) {
      createPerson(telegram, { id, language }).say('hello');
      await eventually(() => said(id).includes(title));
    }
    const lists = () => telegram.commands.get('default') as { readonly description: string }[] | undefined;
    await eventually(() => lists()?.[0]?.description === de('commands.imei.description'));
    await eventually(() => telegram.commands.has('default:en'));
    expect(telegram.commands.has('default:de')).toBe(false);
  });
});

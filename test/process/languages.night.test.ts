import { expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { emptyDirectory, eventually, runMain, startMain } from '../support/process/process-main.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const [de, en] = [sayIn('de'), sayIn('en')];
const [GERMAN, ENGLISH] = [de('hint.title'), en('hint.title')];

it.each([
  ['nothing set', {}, ENGLISH],
  ['a German terminal', { LANG: 'de_AT.UTF-8' }, GERMAN],
  ['LC_ALL over LANG', { LC_ALL: 'de_DE', LANG: 'en_US.UTF-8' }, GERMAN],
  ['an empty LC_ALL', { LC_ALL: '', LC_MESSAGES: 'de', LANG: 'en_US' }, GERMAN],
  ['LANGUAGE over all', { LANGUAGE: 'en', LC_ALL: 'de_DE.UTF-8' }, ENGLISH],
  ['several, the first of which is not spoken', { LANGUAGE: 'sv_SE:de:en' }, GERMAN],
])('the terminal speaks the language of %s', async (_, environment, title) => {
  const { stdout } = await runMain({ args: ['hello'], environment, directory: await emptyDirectory() });
  expect(stdout).toContain(title);
});

it('a bot whose own language is German answers in the language of each person, or else in German', async () => {
  const telegram = await startTelegram(systemClock);
  const platform = { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url };
  startMain({ directory: await emptyDirectory(), environment: { LANGUAGE: 'de', ...platform } });
  const shownIn = (id: number): string =>
    telegram.chats.messages.flatMap(({ fromBot, chat, text }) => (fromBot && chat === id ? text : [])).join();
  for (const [id, language, title] of [
    [1, 'en-GB', ENGLISH],
    [2, 'de', GERMAN],
    [3, 'xx', GERMAN],
  ] as const) {
    createPerson(telegram, { id, language }).say('hello');
    await eventually(() => shownIn(id).includes(title));
  }
  const lists = () => telegram.commands.get('default') as { readonly description: string }[] | undefined;
  await eventually(() => lists()?.[0]?.description === de('commands.imei.description'));
  await eventually(() => telegram.commands.has('default:en'));
  expect(telegram.commands.has('default:de')).toBe(false);
});

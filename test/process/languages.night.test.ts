import { expect, it } from 'vitest';
import { sayIn } from '../../src/format/texts/say.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { runMain } from '../support/process/process-main.ts';

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
  const { stdout } = await runMain({
    args: ['no number here'],
    environment,
    directory: await emptyDirectory(),
  });
  expect(stdout).toContain(title);
});

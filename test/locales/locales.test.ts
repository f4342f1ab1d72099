import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../commands/index.ts';
import { type MessageKey, type Say, sayIn } from '../../src/format/texts/say.ts';
import { catalogueOf, listLanguages } from '../../src/format/texts/text-catalogue.ts';
import { defaultServices } from '../support/conversation.ts';
import { faultsOf } from './faults.ts';
import { declarationOf, messagesOf, NUMBERS, samplesFor } from './messages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENGLISH = messagesOf(catalogueOf('en'));

/** What only a text with an error contains. */
const BROKEN = /\bundefined\b|\bnull\b|\bNaN\b|\[object|[{}]|#(?!06#)(?<!\*#06#)/u;
/** Discord's rule for names, in lower case. */
const DISCORD_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
/**
 * A reply that fits into Telegram's message of 4,096 leaves room for others next to its longest
 * text.
 */
const MAX = 1_000;
/** The longest text by where it appears: in a form, a menu, a button, a field, a pop-up. */
const MAX_BY_KEY: readonly (readonly [RegExp, number])[] = [
  [
    /^commands\..*\.description$|^commands\..*\.choices\.|^discord\.publicOption\.description$/u,
    100,
  ],
  [/^commands\..*\.name$|^discord\.publicOption\.name$|^discord\.contextMenu$/u, 32],
  [/^actions\.|^telegram\.(?:checkButton|copyButton|openPrivateChatButton|inlineOpenChat)$/u, 64],
  [/^files\.nothingGiven\.answerHint$/u, 64],
  // Telegram’s pop-up holds 200 characters of both.
  [/^notices\.notYourButton\.title$/u, 70],
  [/^notices\.notYourButton\.summary$/u, 120],
  [/^telegram\.description$/u, 512],
  [/^telegram\.shortDescription$/u, 120],
  [/^delivery\.wholeFileName$/u, 40],
];

/** The keys are data here, so the compiler cannot check what they take. */
function render(say: Say, key: string, number: number): string {
  return Reflect.apply(say, undefined, [key as MessageKey, samplesFor(ENGLISH[key] ?? '', number)]);
}

/** What people read of the commands; only buttons set internal options. */
const COMMANDS = createCommands(defaultServices()).map(({ name, options }) => ({
  at: `commands.${name}`,
  options: options
    .filter(({ isInternal }) => isInternal !== true)
    .map((spec) => ({ at: `commands.${name}.options.${spec.name}`, spec })),
}));

describe('the English texts', () => {
  it('are declared for the compiler', () => {
    const written = readFileSync(join(ROOT, 'locales/messages.d.ts'), 'utf8');
    expect(written, 'run “npm run locales”').toBe(declarationOf(ENGLISH));
  });

  it('have a text for each bound', () => {
    const keys = Object.keys(ENGLISH);
    const unused = MAX_BY_KEY.filter(([pattern]) => !keys.some((key) => pattern.test(key)));
    expect(unused).toEqual([]);
  });
});

describe('the words around numbers', () => {
  const lists = listLanguages().flatMap((language) =>
    Object.entries(messagesOf(catalogueOf(language)))
      .filter(([key]) => key.startsWith('names.'))
      .flatMap(([key, words]) => words.split(', ').map((word) => ({ key, word }))),
  );

  it('are each in one list, in all languages', () => {
    const twice = lists.filter(({ key, word }) =>
      lists.some((other) => other.word === word && other.key !== key),
    );
    expect(twice).toEqual([]);
  });

  it('are in lower case, but for those that count only in capitals', () => {
    const inCapitals = lists.filter(({ word }) => word !== word.toLowerCase());
    expect(inCapitals.filter(({ key }) => key !== 'names.alone')).toEqual([]);
  });
});

describe.each(listLanguages())('the texts in %s', (language) => {
  const say = sayIn(language);

  it('have no fault', () => {
    expect(Intl.PluralRules.supportedLocalesOf(language)).toEqual([language]);
    expect(faultsOf(language, messagesOf(catalogueOf(language)), ENGLISH)).toEqual([]);
  });

  it('name commands and options as Discord allows, each differently', () => {
    const nameAt = (at: string): string => say.find(`${at}.name`) ?? '';
    for (const names of [
      COMMANDS.map(({ at }) => nameAt(at)),
      ...COMMANDS.map(({ options }) => [
        ...options.map(({ at }) => nameAt(at)),
        nameAt('discord.publicOption'),
      ]),
    ]) {
      expect(new Set(names).size, names.join()).toBe(names.length);
      for (const name of names) expect(name).toMatch(DISCORD_NAME);
      expect(names.join()).toBe(names.join().toLowerCase());
    }
    for (const key of ['delivery.wholeFileName'] as const) {
      expect(say(key)).toMatch(/^[a-z0-9-]{1,36}\.txt$/u);
    }
  });

  it('contain their values, for every number, and fit the platform', () => {
    const problems = Object.keys(ENGLISH).flatMap((key) => problemsOf(say, key));
    expect(problems).toEqual([]);
  });
});

/** What is wrong with a text when it is rendered, with each number it can have. */
function problemsOf(say: Say, key: string): readonly string[] {
  const message = ENGLISH[key] ?? '';
  const most = MAX_BY_KEY.find(([keys]) => keys.test(key))?.[1] ?? MAX;
  const samples = Object.values(samplesFor(message)).filter((sample) => typeof sample === 'string');
  return (/\{/u.test(message) ? NUMBERS : [0])
    .map((number) => render(say, key, number))
    .filter(
      (text) =>
        BROKEN.test(text) || text.length > most || samples.some((sample) => !text.includes(sample)),
    )
    .map((text) => `${key}: ${text}`);
}

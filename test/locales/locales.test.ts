import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../commands/index.ts';
import type { Command } from '../../src/core/command.ts';
import { catalogueOf, listLanguages } from '../../src/format/words/catalogue.ts';
import { type MessageKey, type Say, sayIn } from '../../src/format/words/say.ts';
import { quiet } from '../support/conversation.ts';
import { faultsOf } from './faults.ts';
import { messagesOf } from './messages.ts';
import { NUMBERS, samplesFor } from './samples.ts';
import { declarationOf } from './types.ts';
import { tableOf } from './untranslated.ts';

const ENGLISH = messagesOf(catalogueOf('en'));
const LANGUAGES = listLanguages();

/** What only a text that was put together wrongly says. */
const BROKEN = /\bundefined\b|\bnull\b|\bNaN\b|\[object|[{}]|#(?!06#)(?<!\*#06#)/u;
/** Discord: `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, in lower case where there is one. */
const DISCORD_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
/** A reply that fits into Telegram's message of 4,096 leaves room for others beside its longest text. */
const MOST = 1_000;
/** By the platform that says it: a form, a menu of messages, a button, a field, a pop-up, a button above results. */
const MOST_BY_KEY: readonly (readonly [RegExp, number])[] = [
  [/^commands\..*\.description$|^commands\..*\.choices\.|^discord\.publicOption\.description$/u, 100],
  [/^commands\..*\.name$|^discord\.publicOption\.name$|^discord\.contextMenu$/u, 32],
  [/^actions\.|^telegram\.(?:checkButton|copyButton|openPrivateChatButton)$/u, 64],
  [/^files\.nothingGiven\.placeholder$/u, 64],
  [/^telegram\.notYourButton$/u, 200],
  [/^telegram\.inlineOpenChat$/u, 64],
  [/^telegram\.replyFileName$|^discord\.wholeFileName$/u, 40],
];

/** Says any text with samples; the keys are data here, so the compiler cannot check what they take. */
function render(say: Say, key: string, number: number): string {
  return Reflect.apply(say, undefined, [key as MessageKey, samplesFor(ENGLISH[key] ?? '', number)]);
}

function mostFor(key: string): number {
  return MOST_BY_KEY.find(([keys]) => keys.test(key))?.[1] ?? MOST;
}

describe('the declaration that the compiler checks texts by', () => {
  it('is what en.json says today', () => {
    const written = readFileSync(new URL('../../locales/messages.d.ts', import.meta.url), 'utf8');
    expect(written, '“npm run locales -- types” writes it anew').toBe(declarationOf(ENGLISH));
  });
});

describe('the English texts', () => {
  it('name every command, option and choice, and none that is not there', () => {
    const wanted = listedCommands().flatMap(({ name, options }) => [
      ...listed(`commands.${name}`),
      ...options.flatMap((spec) => [
        ...listed(`commands.${name}.options.${spec.name}`),
        ...(spec.kind === 'choice' ? spec.choices : []).map(
          (choice) => `commands.${name}.options.${spec.name}.choices.${choice}`,
        ),
      ]),
    ]);
    const there = Object.keys(ENGLISH).filter((key) => key.startsWith('commands.'));
    expect(there.toSorted()).toEqual(wanted.toSorted());
  });
});

function listed(at: string): string[] {
  return [`${at}.name`, `${at}.description`];
}

it('shows which texts wait for a translation', () => {
  const others = LANGUAGES.filter((language) => language !== 'en');
  console.log(
    tableOf(
      others.map((language) => [language, messagesOf(catalogueOf(language))]),
      ENGLISH,
    ),
  );
});

describe.each(LANGUAGES)('%s', (language) => {
  const say = sayIn(language);

  it('is a language that Intl knows', () => {
    expect(Intl.PluralRules.supportedLocalesOf(language)).toEqual([language]);
  });

  it('has no fault', () => {
    expect(faultsOf(language, messagesOf(catalogueOf(language)), ENGLISH)).toEqual([]);
  });

  it('has names for commands and options that Discord takes, and no two the same', () => {
    const commands = listedCommands();
    const nameAt = (at: string): string => say.find(`${at}.name`) ?? '';
    const groups = [
      commands.map(({ name }) => nameAt(`commands.${name}`)),
      ...commands.map(({ name, options }) => [
        ...options.map((spec) => nameAt(`commands.${name}.options.${spec.name}`)),
        nameAt('discord.publicOption'),
      ]),
    ];
    for (const names of groups) {
      expect(new Set(names).size, names.join()).toBe(names.length);
      for (const name of names) {
        expect(name).toMatch(DISCORD_NAME);
        expect(name).toBe(name.toLowerCase());
      }
    }
  });

  it('has names of files that every system takes', () => {
    for (const key of ['telegram.replyFileName', 'discord.wholeFileName'] as const)
      expect(say(key)).toMatch(/^[a-z0-9-]{1,36}\.txt$/u);
  });
});

describe.each(LANGUAGES)('every text in %s', (language) => {
  const say = sayIn(language);

  it('says what it is given, in whatever number, and is no longer than the platform allows', () => {
    for (const [key, message] of Object.entries(ENGLISH)) {
      for (const number of /\{/u.test(message) ? NUMBERS : [0]) {
        const said = render(say, key, number);
        expect(said, `${key}(${number})`).not.toMatch(BROKEN);
        expect(said.length, `${key}: ${said}`).toBeLessThanOrEqual(mostFor(key));
        for (const sample of Object.values(samplesFor(message)).filter((one) => typeof one === 'string'))
          expect(said, key).toContain(sample);
      }
    }
  });
});

/** What people read of the commands: an option that buttons alone set is in no list. */
function listedCommands(): Pick<Command, 'name' | 'options'>[] {
  return createCommands(quiet).map(({ name, options }) => ({
    name,
    options: options.filter(({ internal }) => internal !== true),
  }));
}

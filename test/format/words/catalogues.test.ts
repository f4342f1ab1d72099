import { describe, expect, test } from 'vitest';
import type { CommandWords } from '../../../src/core/command.ts';
import { createWordsFor, LANGUAGES, type Words } from '../../../src/format/words/words.ts';
import { BROKEN, ENGLISH, type Entry, entriesOf, lostIn, samplesFor } from '../../support/catalogue-walk.ts';

/** A newer one may wait in English for its translators; these have theirs. */
const TRANSLATED_EVERYWHERE = ['imei', 'quota', 'recent', 'forget', 'privacy', 'help'];

/** Texts that are rightly the same as in English: names, abbreviations, what is typed as it stands. */
const SAME_EVERYWHERE =
  /^(?:commands\.imei(?:\.options\.imei)?\.name|device\.imei|sheet\.labels\.lan|console\.prompt|photos\.(?:ean|upc|gtin)|quotaPicture\.asOf)$/;
/** The same for one language, where its word is English, too. */
const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  ar: ['discord.wholeFileName', 'telegram.replyFileName'],
  de: ['sheet.headings.hardware', 'sheet.labels.touch_scr'],
  es: ['no', 'sheet.labels.display.color'],
  pt: ['sheet.headings.design', 'sheet.headings.hardware'],
};

/** Numbers at which plural forms change in one language or another. */
const NUMBERS = [0, 1, 2, 3, 5, 11, 21, 100, 101];
/** Numbers that a language may tell in words, or by the form of a noun. */
const TOLD_IN_WORDS = [0, 1, 2];

/** Discord: `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, in lower case where there is one. */
const DISCORD_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

const IN_ENGLISH = new Map(entriesOf(ENGLISH).map((entry) => [entry.path, entry]));

/** The options of a command with their choices, without the words. */
function shapeOf(options: CommandWords['options'] = {}): unknown {
  return Object.entries(options).map(([name, words]) => [
    name,
    Object.keys(words),
    words.choices && Object.keys(words.choices),
  ]);
}

function letters(text: string): string {
  return text.replace(/Qq[a-d]\d?/gu, '').replace(/[^\p{L}]/gu, '');
}

/** Descriptions of commands and options, and the names of choices. */
function described(words: Words): readonly (readonly [string, string])[] {
  const { publicOption } = words.discord;
  return [
    ...Object.values(words.commands).flatMap(commandTexts),
    [publicOption.name, publicOption.description],
  ];
}

function commandTexts(command: CommandWords): readonly (readonly [string, string])[] {
  const options = Object.values(command.options);
  return [
    [command.description, command.description],
    ...options.map(({ description }) => [description, description] as const),
    ...options.flatMap(({ choices = {} }) => Object.entries(choices)),
  ];
}

describe.each(LANGUAGES)('%s: the catalogue', (language) => {
  const words: Words = language === 'en' ? ENGLISH : createWordsFor()(language);
  const entries: readonly Entry[] = entriesOf(words);

  test('has its own language, which Intl knows', () => {
    expect(words.locale.split('-')[0]).toBe(language);
    expect(Intl.DateTimeFormat.supportedLocalesOf(words.locale)).toHaveLength(1);
  });

  test('is plain and calm: no exclamation marks, no markup, no direction marks, no stray space', () => {
    for (const { path, kinds, say } of entries) {
      if (path === 'console.prompt') continue;
      const text = say(samplesFor(kinds));
      expect(text, path).not.toBe('');
      expect(text, path).not.toMatch(
        /[!！¡]|\*\*|<\/?[a-z]+>|`| {2}|^\s|\s$|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/u,
      );
    }
  });

  test('says all that it is given, in whatever number', () => {
    for (const { path, kinds, say } of entries.filter((entry) => entry.kinds.length > 0)) {
      for (const number of kinds.includes('number') ? NUMBERS : [0]) {
        const samples = samplesFor(kinds, number);
        const said = say(samples);
        expect(said, `${path}(${number})`).not.toMatch(BROKEN);
        const english = lostIn(IN_ENGLISH.get(path)?.say(samples) ?? '', samples);
        const lost = lostIn(said, samples).filter(
          (sample) => !english.includes(sample) && !TOLD_IN_WORDS.some((few) => String(few) === sample),
        );
        expect(lost, `${path}(${number}): ${said}`).toEqual([]);
      }
    }
  });

  test('translates a command whole or not at all, and none of the first six may lack', () => {
    expect(Object.keys(words.commands)).toEqual(expect.arrayContaining(TRANSLATED_EVERYWHERE));
    for (const [name, { options, ...told }] of Object.entries(words.commands)) {
      expect(Object.keys(told).sort(), name).toEqual(['description', 'name']);
      expect(shapeOf(options), name).toEqual(shapeOf(ENGLISH.commands[name]?.options));
    }
  });

  test('tells where to go on both sides of a condition', () => {
    expect(words.console.unknownCommand('qq', undefined)).not.toMatch(BROKEN);
    expect(words.alarms.checksLow.title(0)).not.toMatch(BROKEN);
    expect(words.tooMany.lines(1, 2, 2)).not.toMatch(BROKEN);
  });

  test.runIf(language !== 'en')('has no English left by accident', () => {
    const same = entries.flatMap(({ path, kinds, say }) => {
      const samples = samplesFor(kinds);
      const english = IN_ENGLISH.get(path)?.say(samples) ?? '';
      return letters(english) !== '' && english === say(samples) && !SAME_EVERYWHERE.test(path) ? [path] : [];
    });
    expect(same).toEqual(SAME_AS_ENGLISH[language] ?? []);
  });

  test('fits the forms of the platforms', () => {
    for (const [name, text] of described(words)) expect(text.length, name).toBeLessThanOrEqual(100);
    expect(words.discord.contextMenu.length).toBeLessThanOrEqual(32);
    for (const [name, label] of Object.entries(words.actions)) {
      const text = typeof label === 'string' ? label : label('490154203237518');
      expect(text.length, name).toBeLessThanOrEqual(40);
    }
    // Telegram: a pop-up of an answered press, and the button above inline results.
    expect(words.telegram.notYourButton.length).toBeLessThanOrEqual(200);
    expect(words.telegram.inlineOpenChat.length).toBeLessThanOrEqual(64);
    for (const file of [words.telegram.replyFileName, words.discord.wholeFileName])
      expect(file).toMatch(/^[a-z0-9-]{1,40}\.txt$/);
  });

  test('has names for commands and options that Discord takes, and no two the same', () => {
    const commands = Object.entries(ENGLISH.commands).map(([name, own]) => words.commands[name] ?? own);
    const options = commands.map((command) => [
      ...Object.values(command.options).map(({ name }) => name),
      words.discord.publicOption.name,
    ]);
    for (const names of [commands.map(({ name }) => name), ...options]) {
      expect(new Set(names).size, names.join()).toBe(names.length);
      for (const name of names) {
        expect(name).toMatch(DISCORD_NAME);
        expect(name).toBe(name?.toLowerCase());
      }
    }
  });
});

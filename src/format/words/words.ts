import { en } from './en.ts';

/** The shape of a catalogue. Another language is a file beside `en.ts` of this type, so none of its words can lack. */
export type Words = typeof en;

/** What people read about a command where a platform lists it, in its forms and in the help. */
export interface CommandWords {
  /** At most 100 characters, the tightest platform's limit, as all descriptions here. */
  readonly description: string;
  readonly options: Readonly<Record<string, OptionWords>>;
  readonly examples: readonly string[];
}

interface OptionWords {
  readonly description: string;
  /** What each choice is called; the key is the choice's name. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** Catalogues by language: the first part of a BCP 47 tag. */
const CATALOGUES: ReadonlyMap<string, Words> = new Map([['en', en]]);

/** The words for a locale (BCP 47, as the platform told it); English where its language has no catalogue. */
export function wordsFor(locale: string): Words {
  return CATALOGUES.get(locale.toLowerCase().split(/[-_]/u)[0] ?? '') ?? en;
}

/** The words of one command by its name, or nothing when the catalogue does not know it. */
export function commandWords(words: Words, name: string): CommandWords | undefined {
  const all: Readonly<Record<string, CommandWords>> = words.commands;
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

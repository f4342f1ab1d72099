import type { en } from './en.ts';

/** The shape of a catalogue. Another language is a file beside `en.ts` of this type, so none of its words can lack. */
export type Words = typeof en;

/** What people read about a command where a platform lists it, in its forms and in the help. */
export interface CommandWords {
  /**
   * What it is called in this language where a platform allows that: lower case, no spaces, at most 32 characters. The
   * name to type elsewhere is always the same, the command's own.
   */
  readonly name: string;
  /** At most 100 characters, the tightest platform's limit, as all descriptions here. */
  readonly description: string;
  readonly options: Readonly<Record<string, OptionWords>>;
  readonly examples: readonly string[];
}

export interface OptionWords {
  /** As that of a command. */
  readonly name: string;
  readonly description: string;
  /** What each choice is called; the key is the choice's name. */
  readonly choices?: Readonly<Record<string, string>>;
}

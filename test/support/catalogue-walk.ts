import { createCommands } from '../../commands/index.ts';
import type { CommandWords } from '../../src/core/command.ts';
import { en } from '../../src/format/words/en.ts';
import { quiet } from './conversation.ts';

/** All that is said in English: the catalogue, and what the commands bring in their own files. */
export const ENGLISH: typeof en = {
  ...en,
  commands: Object.fromEntries(createCommands(quiet).map(({ name, words }) => [name, inFull(name, words)])),
};

/** As a translation has it: the names told, the examples left out. */
function inFull(name: string, { description, options }: CommandWords): CommandWords {
  const named = Object.entries(options).map(([option, words]) => [option, { name: option, ...words }]);
  return { name, description, options: Object.fromEntries(named) };
}

/** What a function of a catalogue is called with. */
export type Kind = 'text' | 'number' | 'list' | 'unit';
export type Sample = string | number | readonly string[];

/** A text of a catalogue, or a function that makes one, with its place: `list.counts.found`. */
export interface Entry {
  readonly path: string;
  /** The text, for these samples where it takes any. */
  readonly say: (samples: readonly Sample[]) => string;
  /** What the text takes; nothing for a plain text. */
  readonly kinds: readonly Kind[];
}

const TEXTS = ['Qqa', 'Qqb', 'Qqc', 'Qqd'];
const KINDS: readonly Kind[] = ['text', 'number', 'list', 'unit'];
/** A number that is told in digits in every language. */
const PLAIN_NUMBER = 5;

/** Samples for a text that takes these. */
export function samplesFor(kinds: readonly Kind[], number: number = PLAIN_NUMBER): readonly Sample[] {
  return kinds.map((kind, index) => {
    const text = TEXTS[index] ?? 'Qqe';
    if (kind === 'number') return number;
    if (kind === 'list') return [`${text}1`, `${text}2`, `${text}3`];
    return kind === 'unit' ? 'minute' : text;
  });
}

/** All entries of a catalogue, in English's order, but for the commands that it leaves in English; what each takes is found out by trying it out on English. */
export function entriesOf(catalogue: unknown): readonly Entry[] {
  return walk(ENGLISH, catalogue, '');
}

/** What of the samples is not in a text. */
export function lostIn(text: string, samples: readonly Sample[]): readonly string[] {
  return samples
    .flatMap((sample) => (typeof sample === 'object' ? sample : [String(sample)]))
    .filter((sample) => sample !== 'minute' && !text.includes(sample));
}

/** What a text says only when something was put into it that does not belong there. */
export const BROKEN = /undefined|null|NaN|\[object|#(?!06#)(?<!\*#06#)/u;

function walk(english: unknown, theirs: unknown, path: string): readonly Entry[] {
  if (typeof english === 'string') return [{ path, kinds: [], say: () => String(theirs) }];
  if (typeof english === 'function')
    return [{ path, kinds: kindsOf(english, path), say: (samples) => String(call(theirs, samples)) }];
  if (typeof english !== 'object' || english === null) return [];
  return Object.entries(english).flatMap(([name, member]) =>
    path === 'commands' && memberOf(theirs, name) === undefined
      ? []
      : walk(member, memberOf(theirs, name), path === '' ? name : `${path}.${name}`),
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function call(makes: unknown, samples: readonly Sample[]): unknown {
  return typeof makes === 'function' ? Reflect.apply(makes, undefined, [...samples]) : undefined;
}

function kindsOf(english: unknown, path: string): readonly Kind[] {
  const length = typeof english === 'function' ? english.length : 0;
  const found = combinations(length).find((kinds) => {
    try {
      const samples = samplesFor(kinds);
      const said = call(english, samples);
      return typeof said === 'string' && !BROKEN.test(said) && lostIn(said, samples).length === 0;
    } catch {
      return false; // Of another kind, then.
    }
  });
  if (found === undefined) throw new Error(`${path}: English does not say all that it is given`);
  return found;
}

function combinations(length: number): readonly (readonly Kind[])[] {
  if (length === 0) return [[]];
  return combinations(length - 1).flatMap((before) => KINDS.map((kind) => [...before, kind]));
}

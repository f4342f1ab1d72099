import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Catalogue } from '../../src/format/texts/text-catalogue.ts';

/** What an argument of a message takes. */
type ArgumentKind = 'number' | 'text';

/** A message as data; throws a SyntaxError if it is not ICU MessageFormat. */
export function parsed(message: string): MessageFormatElement[] {
  return parse(message, { ignoreTag: true });
}

/** Every part of a message, with those inside its plurals and selects. */
export function* partsOf(parts: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const part of parts) {
    yield part;
    if (part.type === TYPE.plural || part.type === TYPE.select) {
      for (const option of Object.values(part.options)) yield* partsOf(option.value);
    }
  }
}

/** The arguments of a message in the order in which they appear. */
export function argumentsOf(message: string): ReadonlyMap<string, ArgumentKind> {
  const found = new Map<string, ArgumentKind>();
  for (const part of partsOf(parsed(message))) {
    if (part.type === TYPE.number || part.type === TYPE.plural) found.set(part.value, 'number');
    else if (part.type === TYPE.argument || part.type === TYPE.select) {
      found.set(part.value, found.get(part.value) ?? 'text');
    }
  }
  return found;
}

/** The texts of a catalogue that people read: without the word lists for the search. */
export function messagesOf(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => !key.startsWith('names.')));
}

/** Numbers at which plural forms change in one language or another. */
export const NUMBERS = [0, 1, 2, 3, 5, 11, 21, 100, 101, 1_000_000] as const;

/** Values for all arguments of a message: this number, and texts that no language has. */
export function samplesFor(message: string, number = 5): Record<string, string | number> {
  const samples = [...argumentsOf(message)].map(([name, kind], index) => [
    name,
    kind === 'number' ? number : `Qq${'abcdef'[index] ?? 'z'}`,
  ]);
  return Object.fromEntries(samples);
}

const HEAD = `// Written by \`npm run locales\` from en.json: what each text takes.
export interface Messages {
`;

/** The declaration by which the compiler checks every key and every argument in the code. */
export function declarationOf(english: Catalogue): string {
  const lines = Object.entries(messagesOf(english)).map(
    ([key, message]) =>
      `  readonly ${/^\w+$/u.test(key) ? key : `'${key}'`}: ${valuesOf(message)};\n`,
  );
  return `${HEAD}${lines.join('')}}\n`;
}

function valuesOf(message: string): string {
  const values = [...argumentsOf(message)].map(
    ([argument, kind]) => `readonly ${argument}: ${kind === 'number' ? 'number' : 'string'}`,
  );
  return values.length === 0 ? 'undefined' : `{ ${values.join('; ')} }`;
}

import type { Catalogue } from '../../src/format/words/catalogue.ts';

/** The texts of a catalogue that people read: without the lists of words that the search for IMEIs knows. */
export function messagesOf(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => !key.startsWith('names.')));
}

import type { Catalogue } from '../../src/format/words/catalogue.ts';

/** The keys that a catalogue lacks: people read English there. */
function untranslatedIn(catalogue: Catalogue, english: Catalogue): readonly string[] {
  return Object.keys(english).filter((key) => !Object.hasOwn(catalogue, key));
}

/** How many of a catalogue's texts say what English says, names and units among them; a new file is all such texts. */
function sameIn(catalogue: Catalogue, english: Catalogue): number {
  return Object.entries(english).filter(([key, text]) => catalogue[key] === text).length;
}

/** A row for each language: how many texts it has, how many of them are English, and which it lacks. */
export function tableOf(
  languages: readonly (readonly [language: string, catalogue: Catalogue])[],
  english: Catalogue,
): string {
  const total = Object.keys(english).length;
  const rows = languages.map(([language, catalogue]) => {
    const missing = untranslatedIn(catalogue, english);
    const share = `${total - missing.length}/${total}`;
    const same = String(sameIn(catalogue, english)).padStart(13);
    return `${language.padEnd(8)} ${share.padStart(9)}  ${same}  ${missing.join(' ')}`.trimEnd();
  });
  return ['language      said  as in English  in English until it is translated', ...rows].join('\n');
}

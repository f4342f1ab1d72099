import type { Catalogue } from '../../src/format/words/catalogue.ts';

/** The keys that a catalogue lacks: people read English there. */
function untranslatedIn(catalogue: Catalogue, english: Catalogue): readonly string[] {
  return Object.keys(english).filter((key) => !Object.hasOwn(catalogue, key));
}

/** A row for each language: how many texts it has, and which it lacks. */
export function tableOf(
  languages: readonly (readonly [language: string, catalogue: Catalogue])[],
  english: Catalogue,
): string {
  const total = Object.keys(english).length;
  const rows = languages.map(([language, catalogue]) => {
    const missing = untranslatedIn(catalogue, english);
    const share = `${total - missing.length}/${total}`;
    return `${language.padEnd(8)} ${share.padStart(9)}  ${missing.length === 0 ? '' : missing.join(' ')}`.trimEnd();
  });
  return ['language      said  in English until it is translated', ...rows].join('\n');
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The texts of one language by their keys: a file of `locales/`. */
export type Catalogue = Readonly<Record<string, string>>;

/** The language whose catalogue has every text; the others fall back on it, text by text. */
export const ENGLISH = 'en';

/** BCP 47; the folder has other files too. */
const FILE = /^([a-z]{2,3}(?:-\w+)*)\.json$/u;

const read = new Map<string, Catalogue>();
let directory: URL | undefined;
let languages: readonly string[] | undefined;

/** The languages that have a catalogue, by the names of their files. */
export function listLanguages(): readonly string[] {
  languages ??= readdirSync(findDirectory())
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .toSorted();
  return languages;
}

/** The catalogue of a language, read from its file when it is first asked for. */
export function catalogueOf(language: string): Catalogue {
  const known = read.get(language);
  if (known !== undefined) return known;
  const catalogue = readData(`${language}.json`);
  if (!isCatalogue(catalogue)) throw new Error(`locales/${language}.json has something that is no text`);
  read.set(language, catalogue);
  return catalogue;
}

/** What a file of `locales/` holds. */
export function readData(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, findDirectory()), 'utf8'));
}

function isCatalogue(value: unknown): value is Catalogue {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((text) => typeof text === 'string');
}

/** `locales/` of the package: this file may be compiled, and lies at another depth then. */
function findDirectory(): URL {
  directory ??= directoryAbove(new URL('.', import.meta.url));
  return directory;
}

function directoryAbove(folder: URL): URL {
  const here = new URL('locales/', folder);
  if (existsSync(new URL(`${ENGLISH}.json`, here))) return here;
  const above = new URL('..', folder);
  if (above.href === folder.href) throw new Error('locales/en.json is missing beside package.json');
  return directoryAbove(above);
}

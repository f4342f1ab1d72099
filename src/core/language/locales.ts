import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** BCP 47; the folder has other files too. */
const FILE = /^([a-z]{2,3}(?:-\w+)*)\.json$/u;

let folder: URL | undefined;

/** The languages that have a file in `locales/`, by the names of the files. */
export function listLocales(): readonly string[] {
  return readdirSync(findFolder())
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .toSorted();
}

export function localeFiles(): readonly URL[] {
  return listLocales().map((language) => new URL(`${language}.json`, findFolder()));
}

export function readLocaleFile(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, findFolder()), 'utf8'));
}

/**
 * `locales/` of the package; this file may be compiled or bundled, and is at another depth then.
 */
function findFolder(): URL {
  folder ??= folderAbove(new URL('.', import.meta.url));
  return folder;
}

function folderAbove(start: URL): URL {
  const here = new URL('locales/', start);
  if (existsSync(new URL('en.json', here))) return here;
  const above = new URL('..', start);
  if (above.href === start.href) throw new Error('locales/en.json is missing next to package.json');
  return folderAbove(above);
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../src/format/words/catalogue.ts';
import { declarationOf } from './types.ts';
import { tableOf } from './untranslated.ts';

/** As npm starts it: in the folder of the package. */
const DIRECTORY = join(process.cwd(), 'locales');

const USAGE = `npm run locales               what is missing where
npm run locales -- add it     a file for a language, here Italian, that starts from English
npm run locales -- types      tells the compiler of the keys and what they take`;

function read(language: string): Catalogue {
  return JSON.parse(readFileSync(join(DIRECTORY, `${language}.json`), 'utf8'));
}

function languages(): readonly string[] {
  return readdirSync(DIRECTORY)
    .flatMap((name) => /^([a-z]{2,3}(?:-\w+)*)\.json$/u.exec(name)?.[1] ?? [])
    .toSorted();
}

function listMissing(): string {
  const others = languages().filter((language) => language !== 'en');
  return tableOf(
    others.map((language) => [language, read(language)]),
    read('en'),
  );
}

function add(language: string): string {
  const file = join(DIRECTORY, `${language}.json`);
  const [known] = Intl.PluralRules.supportedLocalesOf(language);
  if (known !== language)
    return fail(`Intl knows no language “${language}”; write it as BCP 47 does: it, pt-PT`);
  if (existsSync(file)) return fail(`locales/${language}.json is there already`);
  writeFileSync(file, readFileSync(join(DIRECTORY, 'en.json')));
  return `locales/${language}.json is English now. What you take out of it is said in English.`;
}

function writeTypes(): string {
  writeFileSync(join(DIRECTORY, 'messages.d.ts'), declarationOf(read('en')));
  return 'locales/messages.d.ts is written.';
}

function fail(problem: string): string {
  process.exitCode = 1;
  return problem;
}

async function run([task, language]: readonly string[]): Promise<string> {
  if (task === undefined) return listMissing();
  if (task === 'types') return writeTypes();
  if (task === 'add' && language !== undefined) {
    try {
      return add(language);
    } catch {
      return fail(`“${language}” is no language`);
    }
  }
  return fail(USAGE);
}

process.stdout.write(`${await run(process.argv.slice(2))}\n`);

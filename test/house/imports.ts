import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The program's own files, relative to the project, in alphabetical order. */
export const FILES: readonly string[] = [...filesIn('src'), ...filesIn('commands')].sort();

/** What each file imports, of types too; packages are left out. */
export const IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(
  FILES.map((file) => [file, importsOf(file)]),
);

/** `src/checks/outbox/ledger.ts` → `checks`, `outbox`, `ledger`; `commands/quota.ts` → `commands`, `quota`. */
export function doorsTo(file: string): string[] {
  return file
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .split('/');
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return (
    specifiers
      .map((specifier) => posix.normalize(posix.join(posix.dirname(file), specifier)))
      // The types of the texts are data, in no room.
      .filter((imported) => !imported.startsWith('locales/'))
  );
}

function filesIn(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => posix.join(entry.parentPath.slice(ROOT.length + 1).replaceAll('\\', '/'), entry.name));
}

import { open, rename } from 'node:fs/promises';
import { parseStoreSettings, type StoreSettings } from '../config/store-settings.ts';
import { keepSecret } from '../core/secrets.ts';
import type { StoreContents, StoreFiles } from '../store/driver.ts';
import { syncDirectoryOf } from '../store/mark-file.ts';
import { readSecret } from '../store/seal/secret.ts';
import { sqliteDriver } from '../store/sqlite/driver.ts';
import { Refusal, type ToolContext } from './tool.ts';

/** Where the store is, and CACHE_SECRET, where it is set. @throws Refusal */
export function storePlace({ environment }: ToolContext): StoreSettings {
  const set = parseStoreSettings(environment);
  if (!set.ok) throw new Refusal(set.problems.join('\n'));
  if (set.settings.cacheSecret !== undefined) keepSecret(set.settings.cacheSecret);
  return set.settings;
}

/** An address, and what is done with the file it names; `path` is undefined where it names none. */
export async function filesAt(
  url: string,
): Promise<{ readonly files: StoreFiles; readonly path: string } | undefined> {
  const files = await sqliteDriver.files();
  const path = files.pathOf(url);
  return path === undefined ? undefined : { files, path };
}

/** Where the secret of a store in a file is kept when none is set. */
export function secretFileOf(file: string): string {
  return `${file}.secret`;
}

/** The secret that is kept beside a store; undefined where there is none. @throws StoreUnusable */
export function secretBeside(file: string): Promise<string | undefined> {
  return readSecret(secretFileOf(file));
}

/** Writes a secret that only its owner can read: the file holds all of it or what it held before, whenever this is cut off. */
export async function writeSecret(file: string, text: string): Promise<void> {
  const draft = `${file}.partial`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncDirectoryOf(file);
}

/** What a store holds, in words. */
export function told({ bytes, version, answers, rows }: StoreContents): string {
  const open = rows.get('requests')?.lasting ?? 0;
  const others = [...rows.values()].reduce((sum, { all }) => sum + all, 0);
  return [
    counted(answers, 'saved answer'),
    counted(open, 'open request'),
    `${counted(others, 'row')} in all`,
    megabytes(bytes),
    `format ${version}`,
  ].join(', ');
}

function counted(many: number, what: string): string {
  return `${many.toLocaleString('en')} ${what}${many === 1 ? '' : 's'}`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
}

import { realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ignoreMissing } from '../core/error-code.ts';

/** The file with the saved answers of a store in a file, next to the file that a link leads to. */
export function answersFileOf(store: string): string {
  return `${resolveLink(store)}.answers`;
}

/** The file whose lock decides which process owns a store. */
export function lockFileOf(store: string): string {
  return `${resolveLink(store)}.lock`;
}

/** The file with the mark of the last process, which a restored store does not have. */
export function markFileOf(store: string): string {
  return `${store}.mark`;
}

/** The file with the secret that opens a store, if CACHE_SECRET is not set. */
export function secretFileOf(store: string): string {
  return `${store}.secret`;
}

/**
 * All files of an installation that exist: the store, its logs, the files above, and what `restore`
 * and `rekey` have kept. They belong to the user of the bot, and nobody else can read them.
 */
export async function listFiles(store: string): Promise<readonly string[]> {
  // The folder may be a link too, and the path may be relative.
  const link = join(resolveLink(dirname(store)), basename(store));
  const names = new Set([link, resolveLink(store)]);
  const found = await Promise.all([...names].map(filesBeginningWith));
  return [...new Set(found.flat())];
}

/**
 * The end of a file name behind the name of the store. `bot-test` and `bot2.sqlite` are not files
 * of `bot`.
 */
const END = /^(?:-(?:wal|shm|journal)|\..*)?$/s;

async function filesBeginningWith(file: string): Promise<readonly string[]> {
  const folder = dirname(file);
  const start = basename(file);
  const names = (await ignoreMissing(readdir(folder))) ?? [];
  const ours = names.filter((name) => name.startsWith(start) && END.test(name.slice(start.length)));
  return ours.map((name) => join(folder, name));
}

/** The real path of a store, which need not exist yet: a symbolic link to it is the same store. */
export function resolveLink(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // It is not there yet, or opening it reports why it cannot be read.
    return file;
  }
}

import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unlessMissing } from '../core/errors.ts';

/**
 * One line in a file beside the store: a file can be removed on a full disk, where the store can write no row any more.
 * A method that has resolved survives a power loss.
 */
export interface MarkFile {
  /** undefined if there is none. Rejects when it cannot be read. */
  read(): Promise<string | undefined>;
  write(mark: string): Promise<void>;
  /** Resolves when there is none, rejects when it cannot be taken away. */
  remove(): Promise<void>;
}

export function createMarkFile(file: string): MarkFile {
  return {
    read: () => unlessMissing(readFile(file, 'utf8')),
    write: async (mark) => {
      await mkdir(dirname(file), { recursive: true });
      const draft = `${file}.${randomBytes(6).toString('hex')}`;
      try {
        await writeThrough(draft, mark);
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncDirectoryOf(file);
    },
    remove: async () => {
      if ((await unlessMissing(unlink(file).then(() => true))) === true) await syncDirectoryOf(file);
    },
  };
}

async function writeThrough(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A created or removed name survives a power loss only once its directory is synced. */
export async function syncDirectoryOf(file: string): Promise<void> {
  // Windows cannot open directories; its file system journals names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(dirname(file), 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether a file or a directory of this name can be reached. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

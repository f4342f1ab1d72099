import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beginDraft, removeDraft } from './draft.ts';

/**
 * Writes a file that other users cannot read. If this is interrupted, the file has the whole new
 * text or the old one. Once this has resolved, the text survives a power loss.
 */
export async function writeDurably(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = beginDraft(file);
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    await sync(draft);
    await rename(draft, file);
  } finally {
    await removeDraft(draft);
  }
  await syncDirectoryOf(file);
}

/** Removes a file, if it exists, also if the power fails afterwards. */
export async function removeDurably(file: string): Promise<void> {
  await rm(file, { force: true });
  await syncDirectoryOf(file);
}

/** A created, renamed or removed name survives a power loss only once its directory is synced. */
export async function syncDirectoryOf(file: string): Promise<void> {
  // Windows cannot open directories; its file system journals names by itself.
  if (process.platform !== 'win32') await sync(dirname(file), 'r');
}

export async function sync(path: string, flags = 'r+'): Promise<void> {
  const handle = await open(path, flags);
  await handle.sync().finally(() => handle.close());
}

/** The directory itself, or its nearest parent that exists. */
export function nearestExisting(directory: string): string {
  const above = dirname(directory);
  return existsSync(directory) || above === directory ? directory : nearestExisting(above);
}

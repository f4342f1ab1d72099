import { lchown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignoreMissing } from '../core/error-code.ts';
import type { Clock } from '../core/time/clock.ts';
import { nearestExisting, writeDurably } from '../store/durable-files.ts';
import { listFiles, secretFileOf } from '../store/file-names.ts';

/** Writes the secret of a store into a file that other users cannot read. */
export function writeSecret(file: string, text: string): Promise<void> {
  return writeDurably(secretFileOf(file), `${text}\n`);
}

/** Returns the new name of a file that is replaced now. */
export function formerNameOf(file: string, clock: Clock): string {
  return `${file}.before-${new Date(clock.now()).toISOString().replace(/[-:]/g, '')}`;
}

/**
 * Runs `work` on a store. If root runs it, the files get the owner that the store or its folder had
 * before, so that the bot's user can open them.
 * @param file of the store; undefined if it is not in a file
 */
export async function keepingOwner<T>(
  file: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (file === undefined || process.getuid?.() !== 0) return work();
  // Before the first start there is no file, and the owner of its folder will run the bot.
  const { uid, gid } = await stat(file).catch(() => stat(nearestExisting(dirname(file))));
  try {
    return await work();
  } finally {
    // Not through a link: the bot's user could have put one there to any file.
    for (const name of await listFiles(file)) await ignoreMissing(lchown(name, uid, gid));
  }
}

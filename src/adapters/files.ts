import { readFile, stat } from 'node:fs/promises';
import { type FileLimits, FileUnreadable } from '../core/adapter.ts';
import { codeOf } from '../core/errors.ts';
import type { FileReference } from '../core/options.ts';

/** Throws `FileUnreadable` if the platform says that a file is too large: no call is needed. */
export function refuseTooLarge({ size = 0 }: FileReference, { maxBytes }: FileLimits): void {
  if (size > maxBytes) throw new FileUnreadable('too-large', `it has ${size} bytes`);
}

/**
 * Reads a file of this machine by its path. Only regular files: a device or a pipe may never end.
 * Throws `FileUnreadable`, or the signal's reason if it is aborted.
 */
export async function readLocalFile(
  path: string,
  { maxBytes, signal }: FileLimits,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  try {
    const file = await stat(path);
    if (!file.isFile()) throw new FileUnreadable('failed', 'it is not a regular file');
    if (file.size > maxBytes) throw new FileUnreadable('too-large', `it has ${file.size} bytes`);
    return await readFile(path, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileUnreadable) throw error;
    const code = codeOf(error);
    throw new FileUnreadable(code === 'ENOENT' ? 'gone' : 'failed', `it cannot be opened: ${code}`);
  }
}

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type FileLimits, FileUnreadable, readAllBytes } from '../core/adapter/file-access.ts';
import { errorCode } from '../core/error-code.ts';

/** With this flag, opening a pipe does not wait for a writer. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file of this machine by its path. Only regular files: a device or a pipe may never end.
 * @throws FileUnreadable, or the reason of the signal
 */
export async function readLocalFile(path: string, limits: FileLimits): Promise<Uint8Array> {
  const { signal } = limits;
  signal.throwIfAborted();
  let file: FileHandle | undefined;
  try {
    file = await open(path, READ_AT_ONCE);
    return await readOpened(file, limits);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileUnreadable) throw error;
    const code = errorCode(error);
    throw new FileUnreadable(code === 'ENOENT' ? 'gone' : 'failed', `it cannot be opened: ${code}`);
  } finally {
    await file?.close();
  }
}

async function readOpened(file: FileHandle, limits: FileLimits): Promise<Uint8Array> {
  if (!(await file.stat()).isFile()) throw new FileUnreadable('failed', 'it is not a regular file');
  // The bytes are counted, since the file may grow meanwhile.
  const stream = file.createReadStream({ autoClose: false, signal: limits.signal });
  return readAllBytes(stream, limits);
}

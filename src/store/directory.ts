import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../core/errors.ts';

/**
 * Makes a directory and those above it, unless they are there. Node's own way of it never ends where the file system says that
 * something is missing however often the directory above is made, as `/proc` does.
 * @throws what the file system says
 */
export async function makeDirectory(directory: string): Promise<void> {
  try {
    await makeOne(directory);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(directory) === directory) throw error;
    await makeDirectory(dirname(directory));
    await makeOne(directory);
  }
}

async function makeOne(directory: string): Promise<void> {
  try {
    await mkdir(directory);
  } catch (error) {
    // A disk that takes no writes says so also of a directory that is there.
    const found = await stat(directory).catch(() => undefined);
    if (found?.isDirectory() !== true) throw error;
  }
}

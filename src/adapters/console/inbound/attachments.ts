import { readFile, stat } from 'node:fs/promises';
import { type Adapter, FileUnreadable } from '../../../core/adapter.ts';
import { codeOf } from '../../../core/errors.ts';

const NOT_THERE: readonly unknown[] = ['ENOENT', 'ENOTDIR'];

/** Reads a local file by path. Only regular files: a device or a pipe may never end. */
export const readLocalFile: Adapter['readFile'] = async ({ location }, { maxBytes, signal }) => {
  signal.throwIfAborted();
  try {
    const file = await stat(location);
    if (!file.isFile()) throw new FileUnreadable('failed', 'it is no regular file');
    if (file.size > maxBytes) throw new FileUnreadable('too-large', `it has ${file.size} bytes`);
    return await readFile(location, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileUnreadable) throw error;
    const code = codeOf(error);
    throw new FileUnreadable(NOT_THERE.includes(code) ? 'gone' : 'failed', `it cannot be opened: ${code}`);
  }
};

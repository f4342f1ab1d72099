import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, FileUnreadable } from '../../core/adapter.ts';
import { codeOf } from '../../core/errors.ts';
import type { ReplyFile } from '../../core/reply.ts';

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

/** Writes the file of a reply into a temporary folder of its own. Resolves with its path. */
export async function saveFile({ name, data }: ReplyFile): Promise<string> {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/u, '');
  const path = join(await mkdtemp(join(tmpdir(), 'imei-bot-')), plain.slice(-100) || 'file');
  await writeFile(path, data, { mode: 0o600 });
  return path;
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../core/errors.ts';
import type { ReplyFile } from '../../../core/reply.ts';

/** Most files of the same name in the folder. */
const MAX_COPIES = 1_000;

/** Where a reply's file was written; without a path it could not be. */
export type Saved = { readonly name: string; readonly path?: string };

/** Writes the files of a reply into a folder. Never overwrites a file and never writes outside the folder. */
export async function saveFiles(files: readonly ReplyFile[], folder: string): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (const file of files) {
    const path = await saveOne(file, folder).catch(() => {
      // The reply reports the missing file, which is all the person needs.
    });
    saved.push({ name: file.name, ...(path !== undefined && { path }) });
  }
  return saved;
}

async function saveOne({ name, data }: ReplyFile, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { stem, ending } = safeName(name);
  for (let copy = 1; copy <= MAX_COPIES; copy += 1) {
    const path = join(folder, `${stem}${copy === 1 ? '' : `-${copy}`}${ending}`);
    try {
      await writeFile(path, data, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  throw new Error(`there are ${MAX_COPIES} files of this name already`);
}

function safeName(name: string): { stem: string; ending: string } {
  const plain =
    name
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/u, '')
      .slice(-100) || 'file';
  const dot = plain.lastIndexOf('.');
  return dot > 0 ? { stem: plain.slice(0, dot), ending: plain.slice(dot) } : { stem: plain, ending: '' };
}

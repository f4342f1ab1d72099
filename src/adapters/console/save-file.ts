import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { errorCode } from '../../core/error-code.ts';
import type { ReplyFile } from '../../core/reply/reply.ts';
import type { Say } from '../../format/texts/say.ts';

/** The most files with the same name in a folder. */
const MAX_COPIES = 100;

/** Writes the files of a reply. Resolves with what happened to them, one line each. */
export async function saveFiles(
  files: readonly ReplyFile[],
  folder: string | undefined,
  say: Say,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const file of files) {
    const saved = saveFile(file, folder).then((path) => `→ ${path}`);
    const problem = say('console.fileNotSaved', { name: file.name });
    // The reply says which file is missing.
    lines.push(await saved.catch(() => problem));
  }
  return lines;
}

/**
 * Writes the file of a reply next to the file that it answers, or into a temporary folder of its
 * own, and never over another file. Resolves with its path.
 */
async function saveFile({ name, data }: ReplyFile, folder?: string): Promise<string> {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/u, '');
  const safe = plain.slice(-100) || 'file';
  if (folder !== undefined) {
    // Without write access to the folder, the file goes to a temporary one.
    const saved = await saveInFolder(folder, safe, data).catch(() => undefined);
    if (saved !== undefined) return saved;
  }
  const path = join(await mkdtemp(join(tmpdir(), 'imei-bot-')), safe);
  await writeFile(path, data, { mode: 0o600 });
  return path;
}

/**
 * Undefined if there are too many files with this name.
 * @throws if the folder cannot be written
 */
async function saveInFolder(
  folder: string,
  name: string,
  data: Uint8Array,
): Promise<string | undefined> {
  const { name: stem, ext } = parse(name);
  for (let copy = 1; copy <= MAX_COPIES; copy += 1) {
    const path = join(folder, copy === 1 ? name : `${stem}-${copy}${ext}`);
    try {
      await writeFile(path, data, { mode: 0o600, flag: 'wx' });
      return path;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
  return undefined;
}

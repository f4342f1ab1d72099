import { copyFile, rm } from 'node:fs/promises';
import type { Clock } from '../core/clock.ts';
import type { StoreFiles } from '../store/driver.ts';
import { createMarkFile, isThere } from '../store/mark-file.ts';
import { secretFileOf, writeSecret } from './store-place.ts';
import { Refusal } from './tool.ts';

/** Where a store in a file is, or is to be. */
export interface FilePlace {
  readonly files: StoreFiles;
  readonly path: string;
  /** A store that is there already is kept under another name; else it is a reason not to. */
  readonly replace: boolean;
}

/** What stands beside a draft while it is worked on. */
const DRAFT_FILES = ['', '-wal', '-shm', '.lock'] as const;

/**
 * Has a store made as a draft beside its place, and puts it there. Nothing is changed where that fails. Without a mark of its
 * own the next start takes the whole window: nobody knows what was sent since.
 * @param make makes the draft; resolves with a secret that is to stand beside it, where that has to be another one
 * @throws StoreInUse, Refusal
 */
export async function putInPlace<Made extends { readonly secret?: string | undefined }>(
  { files, path, replace }: FilePlace,
  clock: Clock,
  make: (draft: string) => Promise<Made>,
): Promise<{ readonly made: Made; readonly aside: string | undefined }> {
  const held = await files.hold(path);
  const { draft } = held;
  try {
    const isTaken = await isThere(path);
    if (isTaken && !replace)
      throw new Refusal(`${path} is there already. With --replace it is kept under another name.`);
    await removeDraft(draft);
    const made = await make(draft);
    const aside = await freeName(`${path}.before-${stampOf(clock)}`);
    await createMarkFile(`${path}.mark`).remove();
    await held.moveTo(aside);
    if (made.secret !== undefined) await putSecret(made.secret, path, aside);
    await held.replaceBy(draft);
    return { made, aside: isTaken ? aside : undefined };
  } finally {
    await removeDraft(draft);
    await held.release();
  }
}

/** The secret that was there stays with what was there. */
async function putSecret(text: string, path: string, aside: string): Promise<void> {
  if (await isThere(secretFileOf(path))) await copyFile(secretFileOf(path), secretFileOf(aside));
  await writeSecret(secretFileOf(path), text);
}

/** One that neither a store has nor its secret, also where several were put aside within a second. */
async function freeName(name: string, count = 1): Promise<string> {
  const tried = count === 1 ? name : `${name}-${count}`;
  const isTaken = (await isThere(tried)) || (await isThere(secretFileOf(tried)));
  return isTaken ? freeName(name, count + 1) : tried;
}

async function removeDraft(draft: string): Promise<void> {
  for (const end of DRAFT_FILES) await rm(`${draft}${end}`, { force: true });
}

/** The moment, as a part of a file's name. */
function stampOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
}

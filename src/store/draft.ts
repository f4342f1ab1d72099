import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The drafts that this process is writing. */
const drafts = new Set<string>();

/**
 * A name next to a file for its new contents, until they are complete. The name says that they are
 * not, in case the process is killed. Files whose names begin with it belong to the draft.
 */
export function beginDraft(file: string): string {
  if (drafts.size === 0) process.once('exit', removeDrafts);
  const draft = `${file}.partial-${randomBytes(6).toString('hex')}`;
  drafts.add(draft);
  return draft;
}

/** The draft has its final name, or is not wanted any more. */
export async function removeDraft(draft: string): Promise<void> {
  await rm(draft, { force: true });
  drafts.delete(draft);
  if (drafts.size === 0) process.removeListener('exit', removeDrafts);
}

/** A process that is asked to end leaves no drafts. */
function removeDrafts(): void {
  for (const draft of drafts) {
    const folder = dirname(draft);
    const names = readdirSync(folder).filter((name) => name.startsWith(basename(draft)));
    for (const name of names) rmSync(join(folder, name), { force: true });
  }
}

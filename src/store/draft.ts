import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The drafts that this process is writing. */
const drafts = new Set<string>();

/**
 * Returns the path of a draft next to a file, for its new contents until they are complete. If the
 * process is killed, the name shows that they are not. Files whose names begin with that of the
 * draft belong to it, such as a log of SQLite.
 */
export function beginDraft(file: string): string {
  if (drafts.size === 0) process.once('exit', removeDrafts);
  const draft = `${file}.partial-${randomBytes(6).toString('hex')}`;
  drafts.add(draft);
  return draft;
}

/** Call it once the draft was renamed to its final name, or when nobody wants it any more. */
export async function removeDraft(draft: string): Promise<void> {
  await rm(draft, { force: true });
  drafts.delete(draft);
  if (drafts.size === 0) process.removeListener('exit', removeDrafts);
}

/** Runs when the process exits, but not if it is killed. */
function removeDrafts(): void {
  for (const draft of drafts) {
    const folder = dirname(draft);
    const names = readdirSync(folder).filter((name) => name.startsWith(basename(draft)));
    for (const name of names) rmSync(join(folder, name), { force: true });
  }
}

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Puts all temporary folders of a run into one folder, which is removed after the run. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'imei-bot-tests-'));
  process.env.TMPDIR = folder;
  return removedAtEnd(folder);
}

/**
 * Returns the function that removes a folder. If this process is killed before, a shell removes it:
 * the input of the shell ends, and it gives the processes of the tests some seconds to end.
 */
export function removedAtEnd(folder: string): () => Promise<void> {
  const watcher = spawn('sh', ['-c', 'read -r _; sleep 3; rm -rf "$0"', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  return async () => {
    await rm(folder, { recursive: true, force: true });
    watcher.kill('SIGKILL');
  };
}

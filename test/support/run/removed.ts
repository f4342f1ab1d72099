import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';

/**
 * Returns what removes a folder. A shell removes it when this process is killed before: its input ends then, and the
 * processes of the tests have some seconds to end.
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

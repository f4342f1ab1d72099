import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Kills a child when this process is gone, even if a SIGKILL has ended it. A shell does that: it
 * waits until its input, a pipe from this process, is closed.
 */
export function endWithTests(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const watcher = spawn('sh', ['-c', 'read -r _; kill -9 "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}

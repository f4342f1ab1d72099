import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Kills a child when this process is gone. Nothing else sees that a SIGKILL ends it: the pipe to a
 * shell closes then, which waits for that alone.
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

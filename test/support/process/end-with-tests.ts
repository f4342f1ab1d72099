import { type ChildProcess, spawn } from 'node:child_process';

/** Kills a child when this process is gone, be it by SIGKILL: the input of a shell ends then. */
export function endWithTests(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const watcher = spawn('sh', ['-c', 'read -r _; kill -9 "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}

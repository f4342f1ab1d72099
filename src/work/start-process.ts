import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Program } from './job.ts';

/** The file of the process, which is JavaScript. */
export const HOST = new URL('./host.js', import.meta.url);

/** Where Node.js itself may have to be told its libraries; all else in the environment could hold keys. */
const LIBRARIES = 'LD_LIBRARY_PATH';

/**
 * Starts a process for a program. It does not keep this one alive, ends with it, and has neither its environment nor any of its
 * files. A signal to all who share this one's terminal does not reach it.
 */
export function startProcess({ thread, heapMb }: Program, host: URL): ChildProcess {
  const child = fork(host, [thread.href, String(heapMb)], {
    env: { [LIBRARIES]: process.env[LIBRARIES] },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  // One that fails between jobs is replaced at the next one; during a job, the caller is told.
  child.on('error', () => undefined);
  keepAlive(child, false);
  return child;
}

/** Says whether this process waits for the other one. */
export function keepAlive(child: ChildProcess, isWaiting: boolean): void {
  for (const one of [child, child.channel]) isWaiting ? one?.ref() : one?.unref();
}

/** Ends a process and waits until its memory is free. */
export async function endProcess(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const ended = once(child, 'exit');
  child.ref();
  child.kill('SIGKILL');
  await ended;
}

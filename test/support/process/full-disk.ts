import { execFileSync, spawnSync } from 'node:child_process';

/** Whether the disk can be made a full one for a process; without, such tests are named as skipped. */
export const canFillDisk = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

/** From now on the disk is as full for this process: it reads and removes files, and writes not a byte into any. */
export function fillDiskFor(pid: number): void {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=0:unlimited']);
}

/** From now on there is room again. */
export function freeDiskFor(pid: number): void {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:unlimited']);
}

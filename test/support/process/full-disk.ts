import { execFileSync, spawnSync } from 'node:child_process';

const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

/** Whether the disk can be made a full one for a process; without, such tests are named as skipped, but for CI, which fails. */
export const canFillDisk = canLimit;

if (!canLimit && process.platform === 'linux' && process.env.CI !== undefined) {
  throw new Error('prlimit (util-linux) is not installed, and CI runs no test run without it.');
}

/** From now on the disk is as full for this process: it reads and removes files, and writes not a byte into any. */
export function fillDiskFor(pid: number): void {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=0:unlimited']);
}

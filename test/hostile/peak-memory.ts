import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** The most memory the bot may use for any file: `compose.yaml` allows a little more. */
export const MAX_READING_MB = 700;

/** Short enough to see almost all the memory of a process before it ends. */
const LOOK_MS = 20;

/** Lines of `/proc`: the most memory that a process ever had, and what it has now. */
const MAX = /VmHWM:\s+(\d+)/u;
const NOW = /VmRSS:\s+(\d+)/u;
/** Pages of files, mostly of Node.js itself, which all processes share. */
const SHARED = /RssFile:\s+(\d+)/u;
const PARENT = /PPid:\s+(\d+)/u;

/**
 * Watches a process and its children until the test is finished. Returns the peak memory of the
 * process and its largest child together, in megabytes: at least what they used at any time, with
 * shared memory counted once. 0 if the system does not report it.
 */
export function watchPeak(pid: number | undefined): () => Promise<number> {
  const looking = new AbortController();
  onTestFinished(() => looking.abort());
  let largestBeside = 0;
  const look = async (): Promise<void> => {
    for (const child of await childrenOf(pid)) {
      const unshared = (await megabytes(child, MAX)) - (await megabytes(child, SHARED));
      largestBeside = Math.max(largestBeside, unshared);
    }
  };
  void (async () => {
    while (!looking.signal.aborted) {
      await look();
      await sleep(LOOK_MS);
    }
  })();
  return async () => (await megabytes(pid, MAX)) + largestBeside;
}

/** The memory of a process and its children now, in megabytes; 0 if the system reports none. */
export async function heldMb(pid: number | undefined): Promise<number> {
  const pids = [pid, ...(await childrenOf(pid))];
  const held = await Promise.all(pids.map((process) => megabytes(process, NOW)));
  return held.reduce((sum, megabytesHeld) => sum + megabytesHeld, 0);
}

/** The running children of a process. */
async function childrenOf(pid: number | undefined): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter(Number.isInteger);
  const parents = await Promise.all(pids.map((process) => statusOf(process, PARENT)));
  return pids.filter((_, index) => parents[index] === pid);
}

async function megabytes(pid: number | undefined, line: RegExp): Promise<number> {
  return ((await statusOf(pid, line)) ?? 0) / 1_024;
}

async function statusOf(pid: number | undefined, line: RegExp): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const value = line.exec(status)?.[1];
  return value === undefined ? undefined : Number(value);
}

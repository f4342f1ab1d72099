import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Linux counts the time of children in hundredths of a second. */
const TICK_MS = 10;

/**
 * The processor time of this thread so far, in milliseconds: other threads compile, collect garbage
 * or read a database. The time of the whole process if the system does not report threads.
 */
function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return threadMs('thread-self') ?? (user + system) / 1_000;
}

/** Like {@link ownMs}, for the main thread of a process; undefined if the system reports none. */
export function mainThreadMs(pid: number | undefined): number | undefined {
  return threadMs(String(pid));
}

/** Linux writes nanoseconds first. */
function threadMs(name: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${name}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    return undefined;
  }
}

/**
 * The processor time of all ended children of this process, in milliseconds. 0 if the system does
 * not report it.
 */
export function childrenMs(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'utf8');
    // Counted from after the name: in programs and in the system.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** The processor time of some work, in milliseconds, which does not depend on other processes. */
export function processorMs(work: () => unknown): number {
  const before = ownMs();
  work();
  return ownMs() - before;
}

/**
 * The processor time of some work, in the best of up to three tries. Tries again only if the time
 * was `enoughMs` or more: test files share a process, so garbage of others may be collected in the
 * middle of a try.
 */
export function leastProcessorMs(work: () => unknown, enoughMs: number): number {
  let leastMs = processorMs(work);
  for (let more = 2; more > 0 && leastMs >= enoughMs; more -= 1) {
    leastMs = Math.min(leastMs, processorMs(work));
  }
  return leastMs;
}

/** Like {@link leastProcessorMs}, for work of several turns: its longest turn counts. */
export async function leastAtOnceMs(
  work: () => Promise<unknown>,
  enoughMs: number,
): Promise<number> {
  let leastMs = await atOnceMs(work);
  for (let more = 2; more > 0 && leastMs >= enoughMs; more -= 1) {
    leastMs = Math.min(leastMs, await atOnceMs(work));
  }
  return leastMs;
}

async function atOnceMs(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let mostMs = 0;
  let before = ownMs();
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    const now = ownMs();
    mostMs = Math.max(mostMs, now - before);
    before = now;
  }
  await done;
  return mostMs;
}

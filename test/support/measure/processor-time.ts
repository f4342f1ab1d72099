import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Linux counts the time of children in hundredths of a second. */
const TICK_MS = 10;

/**
 * What this thread has used of the processor so far, in milliseconds: other threads compile,
 * collect garbage or read a database. Of the whole process if the system does not say.
 */
function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return threadMs('thread-self') ?? (user + system) / 1_000;
}

/** The same of the main thread of another process; undefined if the system does not say. */
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
 * What the processes that this one has started, and that have ended, used so far. 0 if no system
 * says.
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
 * What a work uses at the best of three tries, of which the later ones are made only if it used
 * `enoughMs` or more: files of tests share a process, so that garbage of others may be collected in
 * the middle of one try.
 */
export function leastProcessorMs(work: () => unknown, enoughMs: number): number {
  let leastMs = processorMs(work);
  for (let more = 2; more > 0 && leastMs >= enoughMs; more -= 1) {
    leastMs = Math.min(leastMs, processorMs(work));
  }
  return leastMs;
}

/** The same of a work that takes turns of the event loop: the most between two turns. */
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

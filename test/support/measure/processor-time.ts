import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/**
 * What this thread has had of the processor so far, in milliseconds: what others of the process take beside it, as those that
 * compile, collect garbage or read a database, is of no concern to who waits for this one, and more of it falls into a turn
 * the busier the machine is. Of the whole process where the system does not tell.
 */
function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return threadMs('thread-self') ?? (user + system) / 1_000;
}

/** The same of the main thread of another process; undefined where the system does not tell. */
export function mainThreadMs(pid: number | undefined): number | undefined {
  return threadMs(String(pid));
}

/** Linux writes nanoseconds first, and looks some hundred times a second. */
function threadMs(name: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${name}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    return undefined;
  }
}

/** What a work takes of the processor, in milliseconds: the same however busy the machine is. */
export function processorMs(work: () => unknown): number {
  const before = ownMs();
  work();
  return ownMs() - before;
}

/**
 * What a work takes at the best of three tries, of which the later ones are made only if it took `enoughMs` or more: the
 * files of tests share a process, so that garbage of others may be collected in the middle of one try.
 */
export function leastProcessorMs(work: () => unknown, enoughMs: number): number {
  let leastMs = processorMs(work);
  for (let more = 2; more > 0 && leastMs >= enoughMs; more -= 1)
    leastMs = Math.min(leastMs, processorMs(work));
  return leastMs;
}

export interface Taken {
  /** By all threads of the process. */
  readonly inAllMs: number;
  /** Between two turns of the event loop, at most. */
  readonly atOnceMs: number;
}

/**
 * What a work takes of the processor at the best of three tries, of which the later ones are made only if it took `enough`
 * or more: the files of tests share a process, so that garbage of others may be collected in the middle of one try, but what
 * the work itself takes is there in each.
 */
export async function leastTakenBy(
  work: () => Promise<unknown>,
  enough: Partial<Taken> = {},
): Promise<Taken> {
  const isEnough = (took: Taken): boolean =>
    took.inAllMs < (enough.inAllMs ?? Number.POSITIVE_INFINITY) &&
    took.atOnceMs < (enough.atOnceMs ?? Number.POSITIVE_INFINITY);
  let least = await takenBy(work);
  for (let more = 2; more > 0 && !isEnough(least); more -= 1) {
    const took = await takenBy(work);
    least = {
      inAllMs: Math.min(least.inAllMs, took.inAllMs),
      atOnceMs: Math.min(least.atOnceMs, took.atOnceMs),
    };
  }
  return least;
}

async function takenBy(work: () => Promise<unknown>): Promise<Taken> {
  let isDone = false;
  let atOnceMs = 0;
  const inAll = process.cpuUsage();
  let before = ownMs();
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    const now = ownMs();
    atOnceMs = Math.max(atOnceMs, now - before);
    before = now;
  }
  await done;
  const { user, system } = process.cpuUsage(inAll);
  return { inAllMs: (user + system) / 1_000, atOnceMs };
}

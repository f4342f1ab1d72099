import { setImmediate } from 'node:timers/promises';

/** What a work takes of the processor, in milliseconds: the same however busy the machine is. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
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
  readonly inAllMs: number;
  /** Between two turns of the event loop, at most. */
  readonly atOnceMs: number;
}

/**
 * What a work takes of the processor at the best of some tries: the files of tests share a process, so that garbage of
 * others may be collected in the middle of one try, but what the work itself takes is there in each.
 */
export async function leastTakenBy(work: () => Promise<unknown>, tries = 3): Promise<Taken> {
  const all: Taken[] = [];
  for (let count = 0; count < tries; count += 1) all.push(await takenBy(work()));
  return {
    inAllMs: Math.min(...all.map(({ inAllMs }) => inAllMs)),
    atOnceMs: Math.min(...all.map(({ atOnceMs }) => atOnceMs)),
  };
}

async function takenBy(work: Promise<unknown>): Promise<Taken> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  const took = { inAllMs: 0, atOnceMs: 0 };
  for (let before = process.cpuUsage(); !isDone; ) {
    await setImmediate();
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    took.inAllMs += (user + system) / 1_000;
    took.atOnceMs = Math.max(took.atOnceMs, (user + system) / 1_000);
  }
  await work;
  return took;
}

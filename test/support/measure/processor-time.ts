import { setImmediate } from 'node:timers/promises';

/** What a work takes of the processor, in milliseconds: the same however busy the machine is. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** What of a processor was taken between two turns of the event loop, at most, and in all, until the work was done. */
export async function takenBy(work: Promise<unknown>): Promise<{ inAllMs: number; atOnceMs: number }> {
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

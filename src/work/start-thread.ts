import { Worker } from 'node:worker_threads';
import type { Program } from './job.ts';

/** Starts the thread in which a program works, with its limit of memory. It sees no environment. */
export function startThread({ thread, heapMb }: Pick<Program, 'thread' | 'heapMb'>): Worker {
  return new Worker(thread, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  });
}

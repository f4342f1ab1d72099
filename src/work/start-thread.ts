import { Worker } from 'node:worker_threads';
import type { Program } from './job.ts';

/** Starts a thread that keeps no process alive, and sees nothing of the settings: there are keys among them. */
export function startThread({ thread, heapMb }: Program): Worker {
  const worker = new Worker(thread, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  });
  // One that dies between two jobs is replaced at the next; while it works, whoever waits for it is told.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

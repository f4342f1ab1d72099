import { Worker } from 'node:worker_threads';
import type { Program } from './job.ts';

/** Starts a thread that does not keep the process alive and cannot see the environment, which holds keys. */
export function startThread({ thread, heapMb }: Program): Worker {
  const worker = new Worker(thread, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  });
  // A thread that fails between jobs is replaced at the next one; during a job, the caller is told.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

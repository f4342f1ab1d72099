import { parentPort } from 'node:worker_threads';
import { systemClock } from '../../core/clock.ts';
import { PATIENCE, type Returned } from './job.ts';

/** Starts the time limit of a job in the process that works on it. Returns whether it is reached. */
export function startLimit(timeLimitMs: number): () => boolean {
  const processorEndMs = processorMs() + timeLimitMs;
  const endMs = systemClock.elapsed() + PATIENCE * timeLimitMs;
  return () => processorMs() >= processorEndMs || systemClock.elapsed() >= endMs;
}

/** Milliseconds of processor time of all threads of this process. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The main loop of a thread: does one job after another. An exception of `work` ends the process. */
export function serveJobs<Input, Output>(work: (input: Input) => Promise<Output>): void {
  parentPort?.on('message', async (input: Input) => {
    parentPort?.postMessage({ output: await work(input) } satisfies Returned);
  });
}

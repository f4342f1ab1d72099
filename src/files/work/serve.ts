import { parentPort } from 'node:worker_threads';
import { systemClock } from '../../core/clock.ts';
import { PATIENCE, type Returned, type Sent } from './job.ts';

/** Starts a job's limit in the process that works on it. Returns whether it is reached. */
export function startLimit(timeLimitMs: number): () => boolean {
  const processorEndMs = processorMs() + timeLimitMs;
  const endMs = systemClock.elapsed() + PATIENCE * timeLimitMs;
  return () => processorMs() >= processorEndMs || systemClock.elapsed() >= endMs;
}

/** Milliseconds of the processor that this process has taken, in all of its threads. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The main loop of a thread: does one job after another. An exception of `work` ends the thread. */
export function serveJobs<Input, Output>(work: (input: Input) => Promise<Output>): void {
  parentPort?.on('message', async ({ id, input }: Sent<Input>) => {
    parentPort?.postMessage({ id, output: await work(input) } satisfies Returned<Output>);
  });
}

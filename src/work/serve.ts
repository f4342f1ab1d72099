import { parentPort } from 'node:worker_threads';
import type { Returned, Sent } from './messages.ts';

/** The main loop of a thread: does one job after another. An exception of `work` ends the thread. */
export function serveJobs<Input, Output>(work: (input: Input) => Promise<Output>): void {
  parentPort?.on('message', async ({ id, input }: Sent<Input>) => {
    parentPort?.postMessage({ id, output: await work(input) } satisfies Returned<Output>);
  });
}

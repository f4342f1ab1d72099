import { parentPort } from 'node:worker_threads';

/** A job on its way to a thread. */
export interface Sent<Input> {
  readonly id: number;
  readonly input: Input;
}

/** What comes back. */
export interface Returned<Output> {
  readonly id: number;
  readonly output: Output;
}

/** The program of a thread: does one job after another, as they are sent. What `work` throws ends the thread. */
export function serveJobs<Input, Output>(work: (input: Input) => Promise<Output>): void {
  parentPort?.on('message', async ({ id, input }: Sent<Input>) => {
    parentPort?.postMessage({ id, output: await work(input) } satisfies Returned<Output>);
  });
}

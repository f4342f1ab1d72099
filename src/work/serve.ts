import { parentPort } from 'node:worker_threads';

/** A job as it is posted to a thread. */
export interface Sent<Input> {
  /** Unique within the thread. */
  readonly id: number;
  /** See {@link Job.input}. */
  readonly input: Input;
}

/** A job's result as it is posted back. */
export interface Returned<Output> {
  /** The id of the job. */
  readonly id: number;
  /** What the program returned. */
  readonly output: Output;
}

/** The main loop of a thread: does one job after another. An exception of `work` ends the thread. */
export function serveJobs<Input, Output>(work: (input: Input) => Promise<Output>): void {
  parentPort?.on('message', async ({ id, input }: Sent<Input>) => {
    parentPort?.postMessage({ id, output: await work(input) } satisfies Returned<Output>);
  });
}

import type { WorkTrouble } from './failed.ts';

/** A job as it is sent to a process, and on to its thread. */
export interface Sent<Input> {
  /** Unique within the process. */
  readonly id: number;
  /** See `Job.input`. */
  readonly input: Input;
  /** See `Program.timeLimitMs`. */
  readonly timeLimitMs: number;
}

/** A job's result as it comes back. */
export interface Returned<Output> {
  /** The id of the job. */
  readonly id: number;
  /** What the program returned. */
  readonly output: Output;
}

/** Comes back instead of a result, before the process ends. */
export interface Failed {
  readonly why: WorkTrouble;
  readonly cause: Error;
}

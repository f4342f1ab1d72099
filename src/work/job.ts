import type { Transferable } from 'node:worker_threads';

/** A thread's program and its limits. */
export interface Program {
  /** The thread's file, as JavaScript; it calls `serveJobs`. */
  readonly thread: URL;
  /** Time limit of one job in milliseconds, including the start of the thread. */
  readonly timeLimitMs: number;
  /** Limit for JavaScript objects, in MB; buffers and native memory of libraries come on top. */
  readonly heapMb: number;
}

/** One job for a program. */
export interface Job<Input> {
  /** Structured-cloned into the thread. */
  readonly input: Input;
  /** Buffers that are transferred instead of copied, and unusable afterwards. */
  readonly transfer?: readonly Transferable[];
  /** Ends the job and its thread. */
  readonly signal: AbortSignal;
  /** Ends the thread after the job, since it would never free the memory such a job takes. */
  readonly isLarge?: boolean;
}

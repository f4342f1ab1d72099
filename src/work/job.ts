import type { Transferable } from 'node:worker_threads';

/** What runs in a thread, and what it may take. */
export interface Program {
  /** The file of the thread, as JavaScript; it calls `serveJobs`. */
  readonly thread: URL;
  /** Most milliseconds of one job, the start of the thread included. */
  readonly timeLimitMs: number;
  /** Most megabytes of objects; buffers, and what libraries take beside them, come on top. */
  readonly heapMb: number;
}

/** One piece of work for a program. */
export interface Job<Input> {
  readonly input: Input;
  /** Buffers that are handed over rather than copied, and cannot be used here any more. */
  readonly transfer?: readonly Transferable[];
  /** Ends the job, and the thread with it. */
  readonly signal: AbortSignal;
  /** The thread is ended behind the job: it would never give back the memory such a one takes. */
  readonly isLarge?: boolean;
}

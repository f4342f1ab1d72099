/** A program that works on files, and its limits. */
export interface Program {
  /** The file of its thread, as JavaScript; it calls `serveJobs`. */
  readonly thread: URL;
  /**
   * Milliseconds of the processor that one job may take. Three times as long may pass in all, the start of the process
   * included, since others may keep the machine busy.
   */
  readonly timeLimitMs: number;
  /** Limit for JavaScript objects, in MB; buffers and native memory of libraries come on top. */
  readonly heapMb: number;
}

/** One job for a program. */
export interface Job<Input> {
  /** Structured-cloned into the process; of a view of a buffer only what it shows. */
  readonly input: Input;
  /** Ends the job and its process. */
  readonly signal: AbortSignal;
  /** Ends the process after the job, since it would keep the memory that such a job takes. */
  readonly isLarge?: boolean;
}

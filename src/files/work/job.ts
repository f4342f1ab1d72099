/** How many times its limit of processor time a job may last, on a machine that is busy with other work. */
export const PATIENCE = 3;

/** A program that works on files, and its limits. */
export interface Program {
  /** The file of its thread, as JavaScript; it calls `serveJobs`. */
  readonly thread: URL;
  /**
   * Milliseconds of the processor that one job may take. {@link PATIENCE} times as long may pass in all, the start of the
   * process included.
   */
  readonly timeLimitMs: number;
  /** Limit for JavaScript objects, in MB; buffers and native memory of libraries come on top. */
  readonly heapMb: number;
}

/** One job for a program. */
export interface WorkJob<Input> {
  /** Structured-cloned into the process; of a view of a buffer only what it shows. */
  readonly input: Input;
  /** Ends the job and its process. */
  readonly signal: AbortSignal;
  /** Ends the process after the job, since it would keep the memory that such a job takes. */
  readonly isLarge?: boolean;
}

/**
 * Why a job failed. `too-slow`: it reached its limit of processor time, or of time. `too-much`: it exceeded its memory, or the system took its process
 * for want of memory. `broke`: it ended for another reason, which is the cause.
 */
export type WorkTrouble = 'too-slow' | 'too-much' | 'broke';

/** A job was ended together with its process; the next job gets a new one. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed';
  readonly why: WorkTrouble;

  constructor(why: WorkTrouble, cause?: unknown) {
    super(`a job in a process of its own came to nothing: ${why}`, { cause });
    this.why = why;
  }
}

/** A job as it is sent to a process, and on to its thread. */
export interface Sent<Input> {
  /** Unique within the process. */
  readonly id: number;
  /** See `WorkJob.input`. */
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

/** A job as it is sent to the process. */
export interface JobMessage {
  /** Cloned into the process. Of a view, only its own bytes are cloned and not the whole buffer. */
  readonly input: unknown;
  /**
   * Milliseconds of processor time. The job, with the start of its process, may last three times as
   * long.
   */
  readonly timeLimitMs: number;
}

export interface WorkJob extends JobMessage {
  /** Ends the job and its process. */
  readonly signal: AbortSignal;
  /** Ends the process after the job, which frees the memory that it took. */
  readonly isLarge?: boolean;
}

/**
 * The reason why a job failed. `too-slow`: it reached its limit of time. `too-much`: it exceeded
 * its memory, or the system ended its process for lack of memory. `broke`: any other reason, which
 * is the cause.
 */
export type WorkFailure = 'too-slow' | 'too-much' | 'broke';

/** A job was ended together with its process; the next job gets a new process. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed';
  readonly why: WorkFailure;

  constructor(why: WorkFailure, cause?: unknown) {
    super(`a job in the child process failed: ${why}`, { cause });
    this.why = why;
  }
}

/** What the process sends back: the output, or why there is none. Then it ends. */
export type JobResult =
  | { readonly output: unknown }
  | { readonly why: WorkFailure; readonly cause: Error };

/** How many times its limit of processor time a job may last on a busy machine. */
export const PATIENCE = 3;

/** A program that works on files. Its process may use {@link MOST_MEMORY_MB} of memory. */
export interface Program {
  /** The file of its thread, as JavaScript; it calls `serveJobs`. */
  readonly thread: URL;
  /** Milliseconds of processor time for one job. Including the start of the process it may last {@link PATIENCE} times as long. */
  readonly timeLimitMs: number;
}

/** Resident memory of the process, with everything that libraries allocate themselves. Beside the bot that is less than 600 MB. */
export const MOST_MEMORY_MB = 480;
/** JavaScript objects among it. */
export const MOST_HEAP_MB = 400;

/** One job for a program. */
export interface WorkJob<Input> {
  /** Structured-cloned into the process; of a view of a buffer only its own bytes. */
  readonly input: Input;
  /** Ends the job and its process. */
  readonly signal: AbortSignal;
  /** Ends the process after the job, which frees the memory that it took. */
  readonly isLarge?: boolean;
}

/**
 * Why a job failed. `too-slow`: it reached its limit of time. `too-much`: it exceeded its memory, or the system ended its
 * process for lack of memory. `broke`: any other reason, which is the cause.
 */
export type WorkTrouble = 'too-slow' | 'too-much' | 'broke';

/** A job was ended together with its process; the next job gets a new process. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed';
  readonly why: WorkTrouble;

  constructor(why: WorkTrouble, cause?: unknown) {
    super(`a job in the child process failed: ${why}`, { cause });
    this.why = why;
  }
}

/** A job as it is sent to the process. */
export interface Sent {
  readonly input: unknown;
  readonly timeLimitMs: number;
}

/** The answer of the process, which ends after a failure. */
export interface Returned {
  readonly output?: unknown;
  /** Why there is no output. */
  readonly why?: WorkTrouble;
  readonly cause?: Error;
}

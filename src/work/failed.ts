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

/**
 * Why a job in a thread failed. `too-slow`: it reached its time limit. `too-much`: it exceeded the thread's memory. `broke`:
 * the thread ended for another reason, which is the cause.
 */
export type WorkTrouble = 'too-slow' | 'too-much' | 'broke';

/** A job was ended together with its thread; the next job gets a new one. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed';
  readonly why: WorkTrouble;

  constructor(why: WorkTrouble, cause?: unknown) {
    super(`a job in a thread of its own came to nothing: ${why}`, { cause });
    this.why = why;
  }
}

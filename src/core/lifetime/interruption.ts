/**
 * The reason why a request does not run to its end: its person stopped it, it is too old, its
 * person wants to be forgotten, or the next run continues it.
 */
export type Interruption = 'stopped' | 'too-old' | 'forgotten' | 'handed-over';

/** The reason of the aborted signal of a request. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly why: Interruption;

  constructor(why: Interruption) {
    super(`interrupted: ${why}`);
    this.why = why;
  }
}

/** The reason why the request with this signal was interrupted; undefined if it was not. */
export function interruptionOf(signal: AbortSignal): Interruption | undefined {
  const reason: unknown = signal.reason;
  return reason instanceof Interrupted ? reason.why : undefined;
}

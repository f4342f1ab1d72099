import { Interrupted, type Interruption, interruptionOf } from '../core/lifetime/interruption.ts';
import type { Work } from '../core/query.ts';

/** One try to answer a request: it may be interrupted, and may have more to write at its end. */
export class Attempt {
  /** Whether an earlier attempt may have got answers: here or in an earlier run. */
  readonly isRepeat: boolean;
  readonly #abort = new AbortController();
  readonly #onClose: Work<unknown>[] = [];

  constructor({ isRepeat }: { readonly isRepeat: boolean }) {
    this.isRepeat = isRepeat;
  }

  /** Aborted with an {@link Interrupted}. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The reason why it was interrupted; undefined if it was not. */
  get interruption(): Interruption | undefined {
    return interruptionOf(this.signal);
  }

  /** Interrupts the attempt. Only the first call does something, so its reason stays. */
  interrupt(why: Interruption): void {
    this.#abort.abort(new Interrupted(why));
  }

  /** Writes for the transaction that closes the request, if its reply was shown. */
  get onClose(): readonly Work<unknown>[] {
    return this.#onClose;
  }

  /** Adds to {@link onClose}. */
  readonly alsoOnClose = (work: Work<unknown>): void => {
    this.#onClose.push(work);
  };
}

import type { Work } from '../core/statement.ts';

/** Why an attempt does not run to its end: its request was stopped, forgotten or handed over. */
export type Interruption = 'stopped' | 'forgotten' | 'handed-over';

/** The reason of the aborted signal of an attempt. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly why: Interruption;

  constructor(why: Interruption) {
    super(`interrupted: ${why}`);
    this.why = why;
  }
}

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

  /** Why it was interrupted; undefined if it was not. */
  get interruption(): Interruption | undefined {
    const reason: unknown = this.signal.reason;
    return reason instanceof Interrupted ? reason.why : undefined;
  }

  /** The first reason counts. */
  interrupt(why: Interruption): void {
    this.#abort.abort(new Interrupted(why));
  }

  /** What is written with the closed row of its request, if its answer was shown. */
  get onClose(): readonly Work<unknown>[] {
    return this.#onClose;
  }

  /** Adds to {@link onClose}. */
  readonly alsoOnClose = (work: Work<unknown>): void => {
    this.#onClose.push(work);
  };
}

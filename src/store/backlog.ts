import type { StoreFailed } from './store-errors.ts';

/** Tries to write. Resolves with the failure if the store failed: then it has to be repeated. */
export type Write = () => Promise<StoreFailed | undefined>;

/** The writes that one part of the store still lacks, in the order in which they are repeated. */
export class Backlog {
  readonly #writes: Write[] = [];

  get size(): number {
    return this.#writes.length;
  }

  add(write: Write): void {
    this.#writes.push(write);
  }

  /**
   * Repeats the writes, also those added meanwhile. One that fails again stays, and so do the rest.
   * @throws StoreFailed
   */
  async flush(): Promise<void> {
    while (this.#writes[0] !== undefined) {
      const failure = await this.#writes[0]();
      if (failure !== undefined) throw failure;
      this.#writes.shift();
    }
  }
}

import { createMutex } from '../core/promises.ts';

/** Saved answers that are read at the same time for one request. */
const LANES = 20;

/** Reads of one request: each waits for the one before it in its lane. */
interface Reads {
  readonly lanes: ReturnType<typeof createMutex>[];
  begun: number;
  open: number;
}

/**
 * Limits how many saved answers are read at the same time for each request, so that a long list
 * does not keep the store busy while others ask for a single number.
 */
export class RequestReads {
  readonly #requests = new Map<string, Reads>();

  /** Calls `read` when the request has a free lane. Settles as `read` does. */
  async read<T>(requestId: string, read: () => Promise<T>): Promise<T> {
    const reads = this.#requests.get(requestId) ?? { lanes: [], begun: 0, open: 0 };
    this.#requests.set(requestId, reads);
    const number = reads.begun % LANES;
    const lane = reads.lanes[number] ?? createMutex();
    reads.lanes[number] = lane;
    reads.begun += 1;
    reads.open += 1;
    try {
      return await lane(read);
    } finally {
      reads.open -= 1;
      if (reads.open === 0) this.#requests.delete(requestId);
    }
  }
}

import type { InvocationContext } from '../../../src/core/command/command.ts';
import { deferred } from '../../../src/core/promises.ts';

type Request = Pick<InvocationContext, 'requestId' | 'requester'>;

interface RepeatedRequest extends Pick<Request, 'requester'> {
  readonly known: Promise<void>;
  readonly markKnown: () => void;
}

/**
 * The requests that run again, most of them left open by an earlier process: after a start, all
 * begin together. A lookup that follows the checks of a list has to wait until these exist, and
 * planning a long list takes a while:
 *
 *     list     add ── plans its checks ───── markKnown ── checks ──> end
 *     lookup   add ── untilOthersAreKnown ────────────┴── finds the checks of the list ──> end
 */
export class RepeatedRequests {
  readonly #requests = new Map<string, RepeatedRequest>();

  /** Adds a request until the returned function is called: it has ended. */
  add({ requestId, requester }: Request): () => void {
    const { promise: known, resolve: markKnown } = deferred<void>();
    this.#requests.set(requestId, { requester, known, markKnown });
    return () => {
      this.#requests.delete(requestId);
      markKnown();
    };
  }

  /** From now on the checks of this request are known. Does nothing for a new request. */
  markKnown(requestId: string): void {
    this.#requests.get(requestId)?.markKnown();
  }

  /** Resolves when the checks of this person’s other requests are known. */
  async untilOthersAreKnown({ requestId, requester }: Request): Promise<void> {
    // A lookup has no checks of its own. Without this, two lookups would wait for each other.
    this.markKnown(requestId);
    const theirs = [...this.#requests.values()].filter(
      (request) => request.requester === requester,
    );
    await Promise.all(theirs.map(({ known }) => known));
  }
}

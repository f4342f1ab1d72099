import { LRUCache } from 'lru-cache';
import type { Request } from '../core/adapter/request.ts';

/** Questions whose latest edit is remembered: what it replaces comes, or is loaded, soon. */
const REMEMBERED = 10_000;

/** When each question was last edited, as its platform says. */
export class QuestionEdits {
  readonly #editedAt = new LRUCache<string, number>({ max: REMEMBERED });

  /** Remembers the edit of a question. Returns whether the request is one. */
  note(request: Request): boolean {
    const editedAt = request.question?.editedAt ?? 0;
    if (editedAt === 0) return false;
    this.#editedAt.set(keyOf(request), Math.max(this.#latest(request), editedAt));
    return true;
  }

  /** Whether its question was edited since. */
  isOutdated(request: Request): boolean {
    return request.question !== undefined && this.#latest(request) > request.question.editedAt;
  }

  #latest(request: Request): number {
    return this.#editedAt.get(keyOf(request)) ?? 0;
  }
}

function keyOf({ requester, question }: Request): string {
  return `${requester} ${question?.id}`;
}

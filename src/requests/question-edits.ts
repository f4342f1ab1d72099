import { LRUCache } from 'lru-cache';
import type { AskingEvent, Question, RequestEvent } from '../core/adapter/request.ts';

/** Questions whose latest edit is remembered: what it replaces comes, or is loaded, soon. */
const REMEMBERED = 10_000;

/** When each question was last edited, as its platform says. */
export class QuestionEdits {
  readonly #editedAt = new LRUCache<string, number>({ max: REMEMBERED });

  /** Remembers the edit of a question. Returns whether the event is one. */
  note(event: RequestEvent): boolean {
    const editedAt = event.question?.editedAt ?? 0;
    if (editedAt === 0) return false;
    this.#editedAt.set(keyOf(event), Math.max(this.#latest(event), editedAt));
    return true;
  }

  /** Whether its question was edited since. */
  isOutdated(event: RequestEvent): boolean {
    return event.question !== undefined && this.#latest(event) > event.question.editedAt;
  }

  /** The event, which is about its question as that is now: only a later edit outdates it. */
  aboutNewest(event: AskingEvent, question: Question): AskingEvent {
    const asked = { ...event, question };
    const editedAt = Math.max(question.editedAt, this.#latest(asked));
    return { ...asked, question: { ...question, editedAt } };
  }

  #latest(event: RequestEvent): number {
    return this.#editedAt.get(keyOf(event)) ?? 0;
  }
}

function keyOf({ requester, question }: RequestEvent): string {
  return `${requester} ${question?.id}`;
}

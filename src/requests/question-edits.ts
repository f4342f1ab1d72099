import { LRUCache } from 'lru-cache';
import {
  type AskingEvent,
  asks,
  type Question,
  type RequestEvent,
} from '../core/adapter/request.ts';

/** Questions whose latest edit is remembered: what it replaces comes, or is loaded, soon. */
const REMEMBERED = 10_000;

/** The latest edits of a question, as its platform says; 0 if there was none. */
interface LatestEdits {
  readonly any: number;
  /** Its answer takes the place of the answer before. */
  readonly thatAsks: number;
}

/** A question, and who asked it. */
type Asked = Pick<RequestEvent, 'requester' | 'question'>;

const NO_EDITS: LatestEdits = { any: 0, thatAsks: 0 };

/** When each question was last edited. */
export class QuestionEdits {
  readonly #latest = new LRUCache<string, LatestEdits>({ max: REMEMBERED });

  /** Remembers the edit of a question. Returns whether the event is one. */
  note(event: RequestEvent): boolean {
    const editedAt = event.question?.editedAt ?? 0;
    if (editedAt === 0) return false;
    const { any, thatAsks } = this.#latestOf(event);
    this.#latest.set(keyOf(event), {
      any: Math.max(any, editedAt),
      thatAsks: asks(event) ? Math.max(thatAsks, editedAt) : thatAsks,
    });
    return true;
  }

  /** Whether its question was edited since. */
  isOutdated(event: RequestEvent): boolean {
    return event.question !== undefined && this.#latestOf(event).any > event.question.editedAt;
  }

  /** Whether the answer to a question is replaced, or will be, by that to a later edit. */
  isReplaced(asked: Asked): boolean {
    return asked.question !== undefined && this.#latestOf(asked).thatAsks > asked.question.editedAt;
  }

  /** The event, which is about its question as that is now: only a later edit outdates it. */
  aboutNewest(event: AskingEvent, question: Question): AskingEvent {
    const asked = { ...event, question };
    const editedAt = Math.max(question.editedAt, this.#latestOf(asked).any);
    return { ...asked, question: { ...question, editedAt } };
  }

  #latestOf(asked: Asked): LatestEdits {
    return this.#latest.get(keyOf(asked)) ?? NO_EDITS;
  }
}

function keyOf({ requester, question }: Asked): string {
  return `${requester} ${question?.id}`;
}

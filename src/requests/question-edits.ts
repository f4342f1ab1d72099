import { LRUCache } from 'lru-cache';
import type { AskingEvent, Question, RequestEvent } from '../core/adapter/request.ts';
import type { Principal } from '../core/principal.ts';

/** Enough: requests that an edit outdates arrive, or are loaded after a restart, soon after it. */
const REMEMBERED = 10_000;

/** When a question was edited, by the platform's clock; 0 if it was not. */
interface EditTimes {
  readonly latest: number;
  /** Of the latest edit whose answer takes the place of the answer before. */
  readonly latestAsking: number;
}

const NEVER: EditTimes = { latest: 0, latestAsking: 0 };

/** When each question was last edited. */
export class QuestionEdits {
  readonly #times = new LRUCache<string, EditTimes>({ max: REMEMBERED });

  /** Remembers the edit of a question. Returns whether the event is one. */
  rememberEdit({ requester, question, input }: RequestEvent): boolean {
    if (question === undefined || question.editedAt === 0) return false;
    const { latest, latestAsking } = this.#timesOf(requester, question);
    // A press that is loaded has the time of an edit before it, which may have asked nothing.
    const isAsking = input.kind === 'command';
    this.#times.set(keyOf(requester, question), {
      latest: Math.max(latest, question.editedAt),
      latestAsking: isAsking ? Math.max(latestAsking, question.editedAt) : latestAsking,
    });
    return true;
  }

  /** Whether this person's question was edited since. */
  isOutdated(requester: Principal, question: Question): boolean {
    return this.#timesOf(requester, question).latest > question.editedAt;
  }

  /** Whether the answer to a question is replaced, or will be, by that to a later edit. */
  isReplaced(requester: Principal, question: Question): boolean {
    return this.#timesOf(requester, question).latestAsking > question.editedAt;
  }

  /** The press, dated as the newest edit of its question, so that only a later edit stops it. */
  pressBelow(press: AskingEvent, question: Question): AskingEvent {
    const { latest } = this.#timesOf(press.requester, question);
    const editedAt = Math.max(question.editedAt, latest);
    return { ...press, question: { ...question, editedAt } };
  }

  #timesOf(requester: Principal, question: Question): EditTimes {
    return this.#times.get(keyOf(requester, question)) ?? NEVER;
  }
}

function keyOf(requester: Principal, { id }: Question): string {
  return `${requester} ${id}`;
}

import { LRUCache } from 'lru-cache';
import type { AskingEvent, Question, RequestEvent } from '../core/adapter/request-event.ts';
import type { Principal } from '../core/principal.ts';

/**
 * The most questions to remember with their edits. Requests of an earlier version that still arrive
 * come soon after the edit.
 */
const REMEMBERED = 2_000;

interface Versions {
  readonly latest: number;
  /** The latest version that asks something: its reply takes the place of the reply before. */
  readonly latestAsking: number;
}

const NEVER: Versions = { latest: 0, latestAsking: 0 };

/**
 * Knows how far each question was edited, so that `LiveRequests` can tell which requests an edit
 * stops: those of earlier versions. `Questions` in `adapters/delivery` remembers versions, too,
 * since it knows the messages: it says whether an edit needs a reply, and which message shows
 * that. Requests do not know messages, and an adapter does not know requests.
 */
export class QuestionEdits {
  readonly #versions = new LRUCache<string, Versions>({ max: REMEMBERED });

  /** Remembers the edit of a question. Returns whether the event is such an edit. */
  rememberEdit({ requester, question, input }: RequestEvent): boolean {
    if (question === undefined || question.version === 0) return false;
    const { latest, latestAsking } = this.#versionsOf(requester, question);
    // A press that is loaded from the store has the version that `withNewestVersion` gave it,
    // perhaps that of a withdrawal.
    const isCommand = input.kind === 'command';
    this.#versions.set(keyOf(requester, question), {
      latest: Math.max(latest, question.version),
      latestAsking: isCommand ? Math.max(latestAsking, question.version) : latestAsking,
    });
    return true;
  }

  /** Whether this person has edited the question after this version of it. */
  isEditedSince(requester: Principal, question: Question): boolean {
    return this.#versionsOf(requester, question).latest > question.version;
  }

  /** Whether the reply to a later version has replaced the reply to this version, or will. */
  isReplyReplaced(requester: Principal, question: Question): boolean {
    return this.#versionsOf(requester, question).latestAsking > question.version;
  }

  /** The press, with the newest version of its question, so that only a later edit stops it. */
  withNewestVersion(press: AskingEvent, question: Question): AskingEvent {
    const { latest } = this.#versionsOf(press.requester, question);
    const version = Math.max(question.version, latest);
    return { ...press, question: { ...question, version } };
  }

  #versionsOf(requester: Principal, question: Question): Versions {
    return this.#versions.get(keyOf(requester, question)) ?? NEVER;
  }
}

/** The requester names the platform on which the id is unique. Edits of others do not count. */
function keyOf(requester: Principal, { id }: Question): string {
  return `${requester} ${id}`;
}

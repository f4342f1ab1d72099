import type { InvocationContext } from '../../../src/core/command/command.ts';
import type { Principal } from '../../../src/core/principal.ts';
import type { Reply } from '../../../src/core/reply/reply.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import type { ListWait } from '../../../src/lists/list-wait.ts';
import type { EntryOutcome } from '../../../src/lists/outcome.ts';

/** A request, whose it is, and who reads its reply. */
type TaskRequest = Pick<InvocationContext, 'requestId' | 'requester' | 'visibility'>;

/** A list that is being checked for a person or waits for the store, or a file that is read. */
export interface Task {
  readonly invocation: TaskRequest;
  /** Undefined while a file is being read, or while the store fails before the checks begin. */
  readonly checks: RunningChecks | undefined;
  readonly progress: () => Reply;
}

/** The checks of a list that is under way. */
export interface RunningChecks {
  /** The outcome of each check, also of those under way. */
  readonly outcomes: ReadonlyMap<Imei, Promise<EntryOutcome>>;
  listWait(): ListWait;
}

/**
 * Tasks under way in this process, so that people can ask for their progress, and do not start the
 * same list twice by accident. If a person has several such lists, the newest is meant: it may
 * repeat a check that has failed in an older one.
 */
export class TasksUnderWay {
  /** The oldest first. */
  readonly #tasks = new Set<Task>();

  /** Adds a task, until the returned function is called. */
  begin(task: Task): () => void {
    this.#tasks.add(task);
    return () => {
      this.#tasks.delete(task);
    };
  }

  /** The newest list of this person that has all of the IMEIs, if the reply may show it. */
  listWith(request: TaskRequest, imeis: readonly Imei[]): Task | undefined {
    return this.#listsWith(request.requester, imeis).findLast((list) => mayShow(list, request));
  }

  /** The newest list or file of this person that the reply may show. */
  latest(request: TaskRequest): Task | undefined {
    return this.#tasksOf(request.requester).findLast((task) => mayShow(task, request));
  }

  /** The outcome of this person’s check of the IMEI; undefined if none is under way. */
  checkOf(requester: Principal, imei: Imei): Promise<EntryOutcome> | undefined {
    return this.#listsWith(requester, [imei]).at(-1)?.checks?.outcomes.get(imei);
  }

  /** The ids of this person’s other requests that check these IMEIs and no others. */
  othersWith({ requestId, requester }: TaskRequest, imeis: readonly Imei[]): readonly string[] {
    return this.#listsWith(requester, imeis)
      .filter(({ checks }) => checks?.outcomes.size === imeis.length)
      .map(({ invocation }) => invocation.requestId)
      .filter((id) => id !== requestId);
  }

  #listsWith(requester: Principal, imeis: readonly Imei[]): readonly Task[] {
    return this.#tasksOf(requester).filter(({ checks }) =>
      imeis.every((imei) => checks?.outcomes.has(imei)),
    );
  }

  #tasksOf(requester: Principal): readonly Task[] {
    return [...this.#tasks].filter(({ invocation }) => invocation.requester === requester);
  }
}

/** A list from a private chat is not shown where others can read. */
function mayShow({ invocation }: Task, { visibility }: TaskRequest): boolean {
  return visibility === 'private' || invocation.visibility === 'shared';
}

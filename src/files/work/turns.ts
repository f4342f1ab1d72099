import { type Deferred, deferred, untilAborted } from '../../core/async/promises.ts';

/** Decides whose file is read next. */
export interface Turns {
  /**
   * Enters a file; undefined if this person has too many waiting.
   * @param isOperator operators may queue any number of files
   */
  enter(person: string, isOperator?: boolean): QueuePosition | undefined;
}

/** The place of a file among those that wait. */
export interface QueuePosition {
  /**
   * Runs the work when it is this file's turn. Persons take turns, so one person's hundredth file
   * waits behind everybody's first. Rejects with the error of the work, or the signal's reason.
   */
  turn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives the place to another file. */
  leave(): void;
}

/**
 * Most files of one person, and most turns at once. With two, one file is downloaded while another
 * is read.
 */
const LIMITS = { perPerson: 5, atOnce: 2 };

/** Waiting files are only references: the bytes are read in the file's turn. */
export function createTurns({ perPerson, atOnce } = LIMITS): Turns {
  const places = new Map<string, number>();
  /** The next person comes first; a person whose turn has come moves to the end. */
  const waiting = new Map<string, readonly Deferred<void>[]>();
  let busy = 0;

  const callNext = (): void => {
    const [next] = waiting;
    if (busy >= atOnce || next === undefined) return;
    const [person, [turn, ...more]] = next;
    waiting.delete(person);
    if (more.length > 0) waiting.set(person, more);
    busy += 1;
    turn?.resolve();
  };
  const inTurn = async <T>(
    person: string,
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    const turn = deferred<void>();
    waiting.set(person, [...(waiting.get(person) ?? []), turn]);
    callNext();
    await turn.promise;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      busy -= 1;
      callNext();
    }
  };
  const count = (person: string, step: 1 | -1): void => {
    const theirs = (places.get(person) ?? 0) + step;
    if (theirs > 0) places.set(person, theirs);
    else places.delete(person);
  };
  return {
    enter: (person, isOperator = false) => {
      if (!isOperator && (places.get(person) ?? 0) >= perPerson) return undefined;
      count(person, 1);
      return {
        turn: (work, signal) => untilAborted(inTurn(person, work, signal), signal),
        leave: () => count(person, -1),
      };
    },
  };
}

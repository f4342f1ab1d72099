import { untilAborted } from '../../core/async/promises.ts';

/** Whose limit is reached: this person's, or everybody's together. */
export type Crowd = 'person' | 'all';

/** A position in the queue of files, until it is given back. */
export interface QueuePosition {
  /**
   * Runs the work once it is this file's turn: persons take turns, so that somebody's hundredth file waits behind
   * everybody's first. Throws what the work throws, or the signal's reason if it is aborted before.
   */
  turn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives the position to the next file. May be called repeatedly. */
  leave(): void;
}

/** Decides whose file is worked on next. Waiting files are only references: the bytes are read in the file's turn. */
export interface Turns {
  /**
   * Enters a file; returns whose limit is reached if there is no position left.
   * @param isOperator operators may queue any number of files, which are worked on one after the other
   */
  enter(person: string, isOperator?: boolean): QueuePosition | Crowd;
}

/** Limits of {@link createTurns}. */
export interface TurnLimits {
  /** Most files of one person at the same time. */
  readonly perPerson: number;
  /** Most files in all. */
  readonly inAll: number;
  /** Most turns at the same time. */
  readonly atOnce: number;
}

/** Two at once, so that one file is downloaded while another is read. */
const LIMITS: TurnLimits = { perPerson: 5, inAll: 100, atOnce: 2 };

/** Creates an empty queue of files. */
export function createTurns({ perPerson, inAll, atOnce }: TurnLimits = LIMITS): Turns {
  const places = new Map<string, number>();
  /** The next person comes first; a person whose turn has come moves to the end. */
  const waiting = new Map<string, (() => void)[]>();
  let taken = 0;
  let busy = 0;

  const callNext = (): void => {
    const [next] = waiting;
    if (busy >= atOnce || next === undefined) return;
    const [person, [begin, ...more]] = next;
    waiting.delete(person);
    if (more.length > 0) waiting.set(person, more);
    busy += 1;
    begin?.();
  };
  const end = (): void => {
    busy -= 1;
    callNext();
  };
  const turnOf = async (person: string, signal: AbortSignal): Promise<void> => {
    let isCalled = false;
    let begin = (): void => undefined;
    const called = new Promise<void>((resolve) => {
      begin = () => {
        isCalled = true;
        resolve();
      };
    });
    waiting.set(person, [...(waiting.get(person) ?? []), begin]);
    callNext();
    try {
      await untilAborted(called, signal);
    } catch (error) {
      // Aborted just as the turn came: pass it on.
      if (isCalled) end();
      const left = (waiting.get(person) ?? []).filter((one) => one !== begin);
      if (left.length > 0) waiting.set(person, left);
      else waiting.delete(person);
      throw error;
    }
  };
  const count = (person: string, step: 1 | -1): void => {
    taken += step;
    const theirs = (places.get(person) ?? 0) + step;
    if (theirs > 0) places.set(person, theirs);
    else places.delete(person);
  };
  return {
    enter: (person, isOperator = false) => {
      if (!isOperator && (places.get(person) ?? 0) >= perPerson) return 'person';
      if (!isOperator && taken >= inAll) return 'all';
      count(person, 1);
      let hasLeft = false;
      return {
        turn: async (work, signal) => {
          await turnOf(person, signal);
          try {
            return await work();
          } finally {
            end();
          }
        },
        leave: () => {
          if (!hasLeft) count(person, -1);
          hasLeft = true;
        },
      };
    },
  };
}

import { untilAborted } from '../core/async/until-aborted.ts';

/** Whose files are too many to take one more: this person's, or everybody's together. */
export type Crowd = 'person' | 'all';

/** A file that was taken, until somebody leaves with it. */
export interface Place {
  /**
   * Runs the work when its turn comes: persons take turns, so that somebody's hundredth file waits behind everybody's
   * first. Throws what the work throws, or the signal's reason when it is aborted before.
   */
  turn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives the place to the next file. May be called more than once. */
  leave(): void;
}

/** Who may have what they sent worked on, and when. What waits is only a reference: its bytes are read in its turn. */
export interface Turns {
  /** @param isOperator whoever runs the bot may queue as many as they like, which are worked on one after the other */
  enter(person: string, isOperator?: boolean): Place | Crowd;
}

export interface TurnLimits {
  /** Most files of one person at the same time. */
  readonly perPerson: number;
  /** Most files of all. */
  readonly inAll: number;
  /** Turns at the same time. */
  readonly atOnce: number;
}

/** One is fetched while the one before is read. */
const LIMITS: TurnLimits = { perPerson: 5, inAll: 100, atOnce: 2 };

export function createTurns({ perPerson, inAll, atOnce }: TurnLimits = LIMITS): Turns {
  const places = new Map<string, number>();
  /** Whoever is next comes first; who had a turn goes to the end. */
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
      // Called in the very moment in which it was aborted: the turn is the next one's.
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

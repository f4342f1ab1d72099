import { setImmediate as endOfTurn } from 'node:timers/promises';

/** How long work waits that can join the next group. */
const SOON_MS = 1_000;

/** Runs pieces of work in groups, one group after the other. */
export interface Groups<Work, Outcome> {
  /** Resolves when it is done; rejects only if it fails by itself. */
  add(work: Work): Promise<Outcome>;
  /** The same with the next group, or in a group of its own if there is none within a second. */
  addSoon(work: Work): Promise<Outcome>;
  /** Resolves when no work is running, nor any that was added as soon as it ended. */
  idle(): Promise<void>;
}

interface Added<Work, Outcome> {
  readonly work: Work;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A commit costs a sync of the disk, and one can serve many pieces: those added in the same turn of the event loop, or while a group
 * runs, become one group.
 * @param doAll does all of a group or none of it; resolves with the outcome of each
 * @param hitsAll whether an error would hit every piece of a group alike, so that none of them is tried by itself
 */
export function createGroups<Work, Outcome>(
  doAll: (group: readonly Work[]) => Promise<readonly Outcome[]>,
  hitsAll: (error: unknown) => boolean,
): Groups<Work, Outcome> {
  let waiting: Added<Work, Outcome>[] = [];
  let doing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const doGroup = async (group: readonly Added<Work, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await doAll(group.map(({ work }) => work));
      group.forEach(({ resolve }, index) => void resolve(outcomes[index] as Outcome));
    } catch (error) {
      // Nothing of the group was done. Running each by itself shows which of them fails.
      const isTriedAlone = group.length > 1 && !hitsAll(error);
      for (const one of group) await (isTriedAlone ? doGroup([one]) : one.reject(error));
    }
  };
  const doWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      clearTimeout(timer);
      timer = undefined;
      const group = waiting;
      waiting = [];
      await doGroup(group);
    }
    doing = undefined;
  };
  const begin = (): void => {
    doing ??= endOfTurn().then(doWaiting);
  };
  const join = (work: Work): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
    });
  return {
    add: (work) => {
      begin();
      return join(work);
    },
    addSoon: (work) => {
      timer ??= setTimeout(begin, SOON_MS).unref();
      return join(work);
    },
    idle: async () => {
      if (waiting.length > 0) begin();
      do {
        await doing;
        await endOfTurn();
      } while (doing !== undefined);
    },
  };
}

import { setImmediate as endOfTurn } from 'node:timers/promises';

/** How long work waits that can join the next group. */
const SOON_MS = 1_000;

/** Runs pieces of work in groups, one group after the other. */
export interface Groups<Work, Outcome> {
  /** Resolves when it is done; rejects only if it fails by itself. */
  add(work: Work): Promise<Outcome>;
  /** The same with the next group, or in a group of its own if there is none within a second. */
  addSoon(work: Work): Promise<Outcome>;
  isBusy(): boolean;
  /** Resolves when no work is running, nor any that was added as soon as it ended. */
  idle(): Promise<void>;
}

/** Who has added a piece of work. */
interface Caller<Outcome> {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A statement costs a round trip to another thread, and a write a sync of the disk as well, and one can serve many pieces:
 * those added in the same turn of the event loop, or while a group runs, become one group.
 * @param doAll does all of a group or none of it; resolves with the outcome of each
 * @param isNobodysFault whether an error would hit every piece of a group alike, so that none of them is tried by itself
 */
export function createGroups<Work, Outcome>(
  doAll: (group: readonly Work[]) => Promise<readonly Outcome[]>,
  isNobodysFault: (error: unknown) => boolean,
): Groups<Work, Outcome> {
  /** The work of the next group, and who has added it, in the same order. */
  let waiting: Work[] = [];
  let callers: Caller<Outcome>[] = [];
  let doing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Nothing of the group was done. Running each by itself shows which of them fails. */
  const giveUp = async (error: unknown, group: readonly Work[], by: readonly Caller<Outcome>[]) => {
    const isTriedAlone = group.length > 1 && !isNobodysFault(error);
    for (const [index, { resolve, reject }] of by.entries()) {
      if (!isTriedAlone) reject(error);
      else await doAll([group[index] as Work]).then(([outcome]) => resolve(outcome as Outcome), reject);
    }
  };
  const doWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      clearTimeout(timer);
      timer = undefined;
      const [group, by] = [waiting, callers];
      waiting = [];
      callers = [];
      try {
        const outcomes = await doAll(group);
        for (const [index, { resolve }] of by.entries()) resolve(outcomes[index] as Outcome);
      } catch (error) {
        await giveUp(error, group, by);
      }
    }
    doing = undefined;
  };
  const join = (work: Work): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      waiting.push(work);
      callers.push({ resolve, reject });
    });
  const begin = (): void => {
    doing ??= endOfTurn().then(doWaiting);
  };
  return {
    add: (work) => {
      const joined = join(work);
      begin();
      return joined;
    },
    addSoon: (work) => {
      timer ??= setTimeout(begin, SOON_MS).unref();
      return join(work);
    },
    isBusy: () => doing !== undefined,
    idle: async () => {
      if (waiting.length > 0) begin();
      do {
        await doing;
        await endOfTurn();
      } while (doing !== undefined);
    },
  };
}

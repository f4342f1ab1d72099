import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Runs pieces of work in groups, one group after the other. */
export interface Groups<Work, Outcome> {
  /** Resolves when it is done; rejects only if it fails by itself. */
  add(work: Work): Promise<Outcome>;
  isBusy(): boolean;
  /** Resolves when no work is running, nor any that was added as soon as it ended. */
  idle(): Promise<void>;
}

interface Waiting<Work, Outcome> {
  readonly work: Work;
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
  isNobodysFault: (error: unknown) => boolean = () => false,
): Groups<Work, Outcome> {
  let waiting: Waiting<Work, Outcome>[] = [];
  let doing: Promise<void> | undefined;

  const doGroup = async (group: readonly Waiting<Work, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await doAll(group.map(({ work }) => work));
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      if (group.length > 1 && !isNobodysFault(error)) {
        // Nothing of it was done. Running each by itself shows which of them fails.
        for (const one of group) await doGroup([one]);
        return;
      }
      for (const { reject } of group) reject(error);
    }
  };
  const doWaiting = async (): Promise<void> => {
    await endOfTurn();
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await doGroup(group);
    }
    doing = undefined;
  };
  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject });
        doing ??= doWaiting();
      }),
    isBusy: () => doing !== undefined,
    idle: async () => {
      do {
        await doing;
        await endOfTurn();
      } while (doing !== undefined);
    },
  };
}

import { type Clock, HOUR_MS } from '../../core/clock.ts';
import type { Collection } from '../../store/contract.ts';

/**
 * A claim has to outlast its request though the store's clock is set forward by months. What a dead process leaves behind is
 * given back by the others, and expires after that.
 */
const CLAIM_KEPT_MS = 365 * 24 * HOUR_MS;
/**
 * A failure is remembered as long as anybody may wait in line who asked before it, or stand still, and where the store's clock is
 * set forward by days meanwhile. Whoever asks after it is not kept from asking.
 */
const FAILURE_KEPT_MS = 7 * 24 * HOUR_MS;

/** The name of its process; with each renewal a word and another number follow. */
const CLAIM = /^(\S+)(?: sent \d+)?$/;

/** The claims that this process holds. Whatever is not known to have been carried out is found again by its name. */
export interface OwnClaims {
  /** Resolves with whether there was none. */
  insert(key: string): Promise<boolean>;
  /** Resolves with whether this was what stood there. */
  replace(key: string, held: string): Promise<boolean>;
  /** Whether this is a claim of this process. */
  takeOver(key: string, held: string | undefined): boolean;
  /** Makes it one that nobody has seen yet. Resolves with false if it is lost. */
  renew(key: string): Promise<boolean>;
  /** Removes it, or leaves a failure in its place. When the store fails, `catchUp` tries again. */
  release(key: string, failure?: string): Promise<void>;
  catchUp(): Promise<void>;
}

export function createOwnClaims(
  rows: Collection,
  { by, clock }: { readonly by: string; readonly clock: Clock },
): OwnClaims {
  let renewals = 0;
  /** What was written last of each. */
  const written = new Map<string, string>();
  /** What may stand there though nothing here holds it. */
  const unreleased = new Map<string, () => Promise<unknown>>();
  const kept = (forMs = CLAIM_KEPT_MS) => ({ expiresAt: clock.now() + forMs });
  const hold = (key: string, held: string): void => {
    written.set(key, held);
    unreleased.delete(key);
  };
  const ending = (key: string, held: string, failure: string | undefined): Promise<boolean> =>
    failure === undefined
      ? rows.deleteIf(key, held)
      : rows.replace(key, held, failure, kept(FAILURE_KEPT_MS));
  const take = async (key: string, attempt: () => Promise<boolean>): Promise<boolean> => {
    try {
      const isTaken = await attempt();
      if (isTaken) hold(key, by);
      return isTaken;
    } catch (error) {
      // A store that stalled may still carry it out.
      unreleased.set(key, () => rows.deleteIf(key, by));
      throw error;
    }
  };
  /** A write that was given up may have been carried out later, or instead of the last one. */
  const changeLatest = async (key: string, change: (held: string) => Promise<boolean>): Promise<boolean> => {
    const last = written.get(key) ?? by;
    if (await change(last)) return true;
    const held = await rows.get(key);
    return held !== undefined && held !== last && claimantOf(held) === by && change(held);
  };
  return {
    insert: (key) => take(key, () => rows.insert(key, by, kept())),
    replace: (key, held) => take(key, () => rows.replace(key, held, by, kept())),
    takeOver: (key, held) => {
      const isOwn = held !== undefined && claimantOf(held) === by;
      if (isOwn) hold(key, held);
      else written.delete(key);
      return isOwn;
    },
    renew: async (key) => {
      renewals += 1;
      const next = `${by} sent ${renewals}`;
      const isRenewed = await changeLatest(key, (held) => rows.replace(key, held, next, kept()));
      if (isRenewed) written.set(key, next);
      return isRenewed;
    },
    release: async (key, failure) => {
      const last = written.get(key) ?? by;
      try {
        await changeLatest(key, (held) => ending(key, held, failure));
      } catch (error) {
        // Nothing but what stands there now: when the store works again, another check may hold the claim.
        unreleased.set(key, () => ending(key, last, failure));
        throw error;
      } finally {
        written.delete(key);
      }
    },
    catchUp: async () => {
      for (const [key, end] of unreleased) {
        await end();
        unreleased.delete(key);
      }
    },
  };
}

/** The process that holds a claim; undefined for a failure, and for what a later version may have written. */
export function claimantOf(held: string): string | undefined {
  return CLAIM.exec(held)?.[1];
}

import { type Clock, HOUR_MS } from '../../core/clock.ts';
import type { Sign } from '../../store/cluster/attendance.ts';
import type { Members } from '../../store/cluster/members.ts';
import type { Collection } from '../../store/contract.ts';
import { createOwned } from './owned.ts';

/** Added to the longest time a request may be open, since it may still be worked on then. */
export const SPARE_MS = 48 * HOUR_MS;
/** How long an unanswered request to cancel is kept. */
const CANCEL_KEPT_MS = 60_000;
/** How often a process checks whether cancel was pressed in another one. */
const CANCEL_LOOK_MS = 1_000;

/** Attempts to claim what others claim and drop; collisions are rare. */
const CLAIM_TRIES = 10;
/** Attempts to find out whether a request was taken over. */
const LOST_TRIES = 10;
const LOST_PAUSE_MS = 300;

/** A request that another process, possibly gone, has claimed. */
export interface Orphan {
  /** The request's id. */
  readonly id: string;
  /** The name of the process. */
  readonly owner: string;
}

/** Which process answers which request, if several share a journal. */
export interface Ownership {
  /** Claims a request before it is accepted. Resolves with whether this process is the first. Never rejects. */
  reserve(id: string): Promise<boolean>;
  /** Makes this process the owner, whoever reserved it. Never rejects. */
  take(id: string): Promise<void>;
  /** Releases an answered request. Never rejects. */
  drop(id: string): Promise<void>;
  /** The process that answers it; undefined if none has claimed it. */
  ownerOf(id: string): Promise<string | undefined>;
  /** Takes a request without an owner. Resolves with whether this process is now the owner. */
  claim(id: string): Promise<boolean>;
  /**
   * Whether another process answers it or has answered it. Checked only for shared stores; an unreachable store counts as "not
   * taken over", since a duplicate answer is better than none.
   * @param isUnwritten the accepted request could not be persisted, so another process may have accepted it too
   */
  isLost(id: string, isUnwritten: boolean): Promise<boolean>;
  /** The other processes that may own requests, however many requests there are. */
  others(): Promise<readonly Sign[]>;
  /** The requests that a process may own; some of them may have been answered or taken. */
  requestsOf(owner: string): Promise<readonly Orphan[]>;
  /** A process that is gone owns nothing any more. */
  dismiss(owner: string): Promise<void>;
  /** Takes over a request of a process that is gone. Resolves with false if another process was faster. */
  takeOver(orphan: Orphan): Promise<boolean>;
  /** Removes the claim to a request that no longer exists. */
  discard(orphan: Orphan): Promise<void>;
  /** Asks the owning process to stop a request. Resolves with false if no other process owns it. */
  cancelElsewhere(id: string): Promise<boolean>;
  /** Starts to receive the cancel requests of other processes; `cancel` returns whether the request runs here. */
  listen(cancel: (id: string) => boolean): void;
  /** Stops receiving cancel requests. */
  stop(): void;
}

/** For a process that has its journal to itself: it owns everything. */
export const SOLE_OWNER: Ownership = {
  reserve: async () => true,
  take: async () => undefined,
  drop: async () => undefined,
  ownerOf: async () => undefined,
  claim: async () => true,
  isLost: async () => false,
  others: async () => [],
  requestsOf: async () => [],
  dismiss: async () => undefined,
  takeOver: async () => false,
  discard: async () => undefined,
  cancelElsewhere: async () => false,
  listen: () => undefined,
  stop: () => undefined,
};

/** What {@link createOwnership} works with. */
export interface OwnershipNeeds {
  /** Names the owner of each open request. */
  readonly owners: Collection;
  /** The same by process, and the list of processes. */
  readonly owned: Collection;
  readonly processes: Collection;
  /** Cancel requests between processes. */
  readonly cancels: Collection;
  /** The living processes of the installation. */
  readonly members: Members;
  /** Whether any process has answered a request. */
  readonly isDone: (id: string) => Promise<boolean>;
  /** How long a request is open at most, in milliseconds. */
  readonly maxAgeMs: number;
  /** Times the checks for cancel requests. */
  readonly clock: Clock;
  /** Called if the store failed. */
  readonly onError: (error: unknown) => void;
}

/** Creates the ownership of this process. */
export function createOwnership(needs: OwnershipNeeds): Ownership {
  const { owners, cancels, members, maxAgeMs, clock, onError } = needs;
  const by = members.id;
  const stopped = new AbortController();
  const lease = () => ({ expiresAt: clock.now() + maxAgeMs + SPARE_MS });
  const owned = createOwned({ ...needs, lease });
  const isOthers = async (id: string): Promise<boolean> => (await owners.get(id)) !== by;
  const insert = async (id: string): Promise<boolean> => {
    const [, isFirst] = await Promise.all([owned.add(id), owners.insert(id, by, lease())]);
    if (!isFirst && (await isOthers(id))) await owned.remove(id, by);
    return isFirst;
  };
  /** Inserts the claim, again where whoever had one has dropped it meanwhile: without a row anybody could be the next owner. */
  const insertOrLeave = async (id: string): Promise<boolean> => {
    for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
      if (await insert(id)) return true;
      const owner = await owners.get(id);
      if (owner !== undefined) return owner === by;
      if (await needs.isDone(id)) return false;
    }
    throw new Error(`the claim to request ${id} keeps changing`);
  };
  const claim = async (id: string): Promise<boolean> => {
    if (!(await insertOrLeave(id))) return false;
    // Already answered by another process, although this one may have reserved it after that.
    if (!(await needs.isDone(id))) return true;
    await Promise.all([owned.remove(id, by), owners.deleteIf(id, by)]);
    return false;
  };
  // A claim of this process may be one that it makes just now, after another process has answered and dropped its own.
  const isTaken = async (id: string): Promise<boolean> => {
    const owner = await owners.get(id);
    return (owner !== undefined && owner !== by) || needs.isDone(id);
  };
  /** Another process may have accepted the same event while neither could write: one of them has to stop. */
  const isClaimedElsewhere = (id: string): Promise<boolean> =>
    claim(id).then(
      (isOurs) => !isOurs,
      // A store that cannot be written may still be readable.
      () => isTaken(id),
    );
  const hearCancels = async (cancel: (id: string) => boolean): Promise<void> => {
    for (const [id] of await cancels.entries()) if (cancel(id)) await cancels.delete(id);
  };
  const listen = async (cancel: (id: string) => boolean): Promise<void> => {
    while (!stopped.signal.aborted) {
      await clock.sleep(CANCEL_LOOK_MS, stopped.signal, { ref: false }).catch(() => undefined);
      if (!stopped.signal.aborted) await hearCancels(cancel).catch(onError);
    }
  };
  return {
    reserve: (id) => insert(id).catch(() => false),
    take: async (id) => {
      await Promise.all([owned.add(id), owners.put(id, by, lease())]).catch(onError);
    },
    drop: async (id) => {
      await Promise.all([owned.remove(id, by), owners.deleteIf(id, by)]).catch(onError);
    },
    ownerOf: owners.get,
    claim,
    isLost: async (id, isUnwritten) => {
      const isLostNow = isUnwritten ? isClaimedElsewhere : isTaken;
      if (isUnwritten && !members.hasCountedAsGone()) return isLostNow(id).catch(() => false);
      for (let tries = 0; members.hasCountedAsGone() && tries < LOST_TRIES; tries += 1) {
        const taken = await isLostNow(id).catch(() => undefined);
        if (taken !== undefined) return taken;
        // Other processes have acted by now on what they saw of it, or never will: an answer is better than none.
        if (!members.mayCountAsGone()) return false;
        // A process that stood still finds its connections broken at first.
        await clock.sleep(LOST_PAUSE_MS);
      }
      return false;
    },
    others: owned.others,
    requestsOf: async (owner) => (await owned.idsOf(owner)).map((id) => ({ id, owner })),
    dismiss: owned.dismiss,
    takeOver: async ({ id, owner }) => {
      await owned.add(id);
      const isOurs = await owners.replace(id, owner, by, lease());
      await owned.remove(id, owner);
      if (!isOurs && (await isOthers(id))) await owned.remove(id, by);
      return isOurs;
    },
    discard: async ({ id, owner }) => {
      await owners.deleteIf(id, owner);
      await owned.remove(id, owner);
    },
    cancelElsewhere: async (id) => {
      const owner = await owners.get(id);
      if (owner === undefined || owner === by) return false;
      return cancels.insert(id, by, { expiresAt: clock.now() + CANCEL_KEPT_MS });
    },
    listen: (cancel) => void listen(cancel),
    stop: () => stopped.abort(),
  };
}

import type { Clock } from '../../core/clock.ts';
import type { Members } from '../../store/cluster/members.ts';
import type { Collection } from '../../store/contract.ts';

/** So much longer than a request may be open: it is worked on for a while yet. */
const SPARE_MS = 48 * 3_600_000;
/** A press of cancel that no process takes any more. */
const CANCEL_KEPT_MS = 60_000;
/** How often a process looks whether somebody pressed cancel in another one. */
const CANCEL_LOOK_MS = 1_000;

/** How long it is tried to find out whether a request was taken over. */
const LOST_TRIES = 10;
const LOST_PAUSE_MS = 300;

/** A request of another process, which may have ended. */
export interface Owned {
  readonly id: string;
  readonly owner: string;
}

/** Which process answers which request, where several share a journal. */
export interface Ownership {
  /** This process is about to take a request. Resolves with whether it is the first to say so. Never rejects. */
  reserve(id: string): Promise<boolean>;
  /** This process answers it, whoever reserved it. Never rejects. */
  take(id: string): Promise<void>;
  /** It is answered. Never rejects. */
  drop(id: string): Promise<void>;
  /** The process that answers it, if it has said so. */
  ownerOf(id: string): Promise<string | undefined>;
  /** Takes a request that nobody answers. Resolves with whether it is this process that answers it now. */
  claim(id: string): Promise<boolean>;
  /** Whether another process answers it now, or has done so. */
  isTaken(id: string): Promise<boolean>;
  /**
   * The same, asked only where it may be so, and taken for no where it cannot be told: an answer is worth more.
   * @param isUnwritten that this process has accepted it could not be written down, so that another may have as well
   */
  isLost(id: string, isUnwritten: boolean): Promise<boolean>;
  /**
   * The requests of other processes. Only what is open has an owner, 50 a person at most: those of a hundred people are
   * 5,000 short rows, read in portions.
   */
  ofOthers(): Promise<readonly Owned[]>;
  /** Takes an orphan. Resolves with false when another process was faster. */
  takeOver(owned: Owned): Promise<boolean>;
  /** There is no such request any more. */
  discard(owned: Owned): Promise<void>;
  /** Asks the process that answers a request to stop it. Resolves with false when there is none but this. */
  cancelElsewhere(id: string): Promise<boolean>;
  /** Begins to hear what other processes ask; `cancel` says whether the request runs here. */
  listen(cancel: (id: string) => boolean): void;
  stop(): void;
}

/** Of a process that is alone with its journal: all is its own. */
export const SOLE_OWNER: Ownership = {
  reserve: async () => true,
  take: async () => undefined,
  drop: async () => undefined,
  ownerOf: async () => undefined,
  claim: async () => true,
  isTaken: async () => false,
  isLost: async () => false,
  ofOthers: async () => [],
  takeOver: async () => false,
  discard: async () => undefined,
  cancelElsewhere: async () => false,
  listen: () => undefined,
  stop: () => undefined,
};

export interface OwnershipNeeds {
  readonly owners: Collection;
  readonly cancels: Collection;
  readonly members: Members;
  /** Whether a request was answered to the end, by whatever process. */
  readonly isDone: (id: string) => Promise<boolean>;
  /** How long a request is open at most. */
  readonly maxAgeMs: number;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export function createOwnership(needs: OwnershipNeeds): Ownership {
  const { owners, cancels, members, maxAgeMs, clock, onError } = needs;
  const by = members.id;
  const stopped = new AbortController();
  const lease = () => ({ expiresAt: clock.now() + maxAgeMs + SPARE_MS });
  const isTaken = async (id: string): Promise<boolean> => {
    const owner = await owners.get(id);
    return owner === undefined ? needs.isDone(id) : owner !== by;
  };
  const claim = async (id: string): Promise<boolean> => {
    if (!(await owners.insert(id, by, lease())) && (await isTaken(id))) return false;
    // Nobody's, since it is answered, though this process may have reserved it after that.
    if (!(await needs.isDone(id))) return true;
    await owners.deleteIf(id, by);
    return false;
  };
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
    reserve: (id) => owners.insert(id, by, lease()).catch(() => false),
    take: (id) => owners.put(id, by, lease()).catch(onError),
    drop: async (id) => {
      await owners.deleteIf(id, by).catch(onError);
    },
    ownerOf: owners.get,
    claim,
    isTaken,
    isLost: async (id, isUnwritten) => {
      // Another process may have accepted the same event, and neither could write it down: one of them has to be told.
      if (isUnwritten && !members.hasCountedAsGone()) {
        // A store that cannot be written may still be read.
        const isOurs = await claim(id).catch(async () => !(await isTaken(id).catch(() => false)));
        return !isOurs;
      }
      for (let tries = 0; members.hasCountedAsGone() && tries < LOST_TRIES; tries += 1) {
        const taken = await isTaken(id).catch(() => undefined);
        if (taken !== undefined) return taken;
        // What others saw of it then, they have acted on by now or never will: an answer is worth more than a doubt.
        if (!members.mayCountAsGone()) return false;
        // A process that stood still finds its connections broken at first.
        await clock.sleep(LOST_PAUSE_MS);
      }
      return false;
    },
    ofOthers: async () => {
      const found: Owned[] = [];
      for await (const portion of owners.portions('all'))
        for (const [id, owner] of portion) if (owner !== by) found.push({ id, owner });
      return found;
    },
    takeOver: ({ id, owner }) => owners.replace(id, owner, by, lease()),
    discard: async ({ id, owner }) => {
      await owners.deleteIf(id, owner);
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

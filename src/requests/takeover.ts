import { platformOf } from '../core/requester.ts';
import type { Log } from '../ops/log.ts';
import type { Journal, OpenRequest } from './journal.ts';
import type { Ownership } from './ownership.ts';

export interface TakeoverNeeds {
  readonly journal: Journal;
  readonly ownership: Ownership;
  /** The platforms whose replies this process can show. */
  readonly platforms: ReadonlySet<string>;
  /** Reads what a process that has ended had sent. */
  readonly learn: (from: string) => Promise<void>;
  readonly resume: (open: readonly OpenRequest[]) => void;
  readonly log: Log;
}

/** Goes on with the requests of processes that have ended; each is taken by one of those that are left. */
export function createTakeover(needs: TakeoverNeeds): (living: ReadonlySet<string>) => Promise<void> {
  const { journal, ownership, log } = needs;
  const known = new Set<string>();
  return async (living) => {
    for (const orphan of await ownership.orphans(living)) {
      const entry = await journal.find(orphan.id);
      if (entry === undefined) {
        await ownership.bury(orphan);
        continue;
      }
      if (!needs.platforms.has(platformOf(entry.request.requester))) continue;
      // Before it is taken, so that nothing is paid again that was answered there.
      if (!known.has(orphan.owner)) await needs.learn(orphan.owner);
      known.add(orphan.owner);
      if (!(await ownership.adopt(orphan))) continue;
      log.info({ request: orphan.id }, 'Taking over a request of a process that has ended');
      needs.resume([entry]);
    }
  };
}

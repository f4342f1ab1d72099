import type { Clock } from '../core/clock.ts';
import { platformOf } from '../core/requester.ts';
import type { Log } from '../ops/log.ts';
import type { Journal, OpenRequest } from './journal.ts';
import type { Owned, Ownership } from './ownership.ts';

/** How often it is looked for requests that belong to nobody, and how old they are then. */
const STRAY_MS = 60_000;

export interface TakeoverNeeds {
  readonly journal: Journal;
  readonly ownership: Ownership;
  readonly clock: Clock;
  /** The platforms whose replies this process can show. */
  readonly platforms: ReadonlySet<string>;
  /** Reads what a process that has ended had sent. */
  readonly learn: (from: string) => Promise<void>;
  readonly resume: (open: readonly OpenRequest[]) => void;
  readonly log: Log;
}

/** Goes on with the requests of processes that have ended; each is taken by one of those that are left. */
export function createTakeover(
  needs: TakeoverNeeds,
): (livingNow: () => Promise<ReadonlySet<string>>) => Promise<void> {
  const { journal, ownership, clock, log } = needs;
  /** Of these it is known what they had sent; one that comes back may send more. */
  const known = new Set<string>();
  let straysAt = clock.now() + STRAY_MS;

  const isServed = ({ request }: OpenRequest): boolean => needs.platforms.has(platformOf(request.requester));
  const resume = (entry: OpenRequest): void => {
    log.info({ request: entry.request.id }, 'Going on with a request of a process that has ended');
    needs.resume([entry]);
  };
  const take = async (orphan: Owned): Promise<void> => {
    const entry = await journal.find(orphan.id);
    if (entry === undefined) await ownership.bury(orphan);
    if (entry === undefined || !isServed(entry)) return;
    // Before it is taken, so that nothing is paid again that was answered there.
    if (!known.has(orphan.owner)) await needs.learn(orphan.owner);
    known.add(orphan.owner);
    if (await ownership.adopt(orphan)) resume(entry);
  };
  /** What was written down by a process that died before it could say that it was its own. */
  const takeStrays = async (): Promise<void> => {
    straysAt = clock.now() + STRAY_MS;
    for (const entry of await journal.open()) {
      const isOld = entry.acceptedAt < clock.now() - STRAY_MS;
      if (isOld && isServed(entry) && (await ownership.reserve(entry.request.id))) resume(entry);
    }
  };
  return async (livingNow) => {
    const others = await ownership.ofOthers();
    // Asked after that: a process is heard of before it takes anything.
    const living = await livingNow();
    for (const id of living) known.delete(id);
    for (const owned of others) {
      if (living.has(owned.owner)) continue;
      // One that cannot be taken must not keep the others waiting.
      await take(owned).catch((error: unknown) =>
        log.error({ err: error, request: owned.id }, 'A request could not be taken over; it is tried again'),
      );
    }
    if (clock.now() >= straysAt) await takeStrays();
  };
}

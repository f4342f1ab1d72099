import type { Clock } from '../../core/clock.ts';
import { platformOf } from '../../core/requester.ts';
import type { Log } from '../../ops/log/log.ts';
import type { LivingNow } from '../../store/cluster/members.ts';
import type { Journal } from '../journal/journal.ts';
import type { Owned, Ownership } from '../journal/ownership.ts';
import type { OpenRequest } from '../journal/row.ts';

/** How often it is looked for requests that belong to nobody: one that does at two looks in a row has been left. */
const STRAY_MS = 60_000;

export interface TakeoverNeeds {
  readonly journal: Journal;
  readonly ownership: Ownership;
  readonly clock: Clock;
  /** The platforms whose replies this process can show. */
  readonly platforms: ReadonlySet<string>;
  /** Reads what another process has sent. Of one that has ended, what is in doubt is counted as well. */
  readonly learn: (from: string, hasEnded: boolean) => Promise<void>;
  /** The name of this process. */
  readonly by: string;
  /** Whether this process is answering a request, or about to try again. */
  readonly isHere: (id: string) => boolean;
  readonly resume: (open: readonly OpenRequest[]) => void;
  readonly log: Log;
}

/** Goes on with the requests of processes that have ended; each is taken by one of those that are left. */
export function createTakeover(needs: TakeoverNeeds): (livingNow: LivingNow) => Promise<void> {
  const { journal, ownership, clock, log } = needs;
  /** Of these it is known what they had sent; one that comes back may send more. */
  const known = new Set<string>();
  let straysAt = clock.elapsed() + STRAY_MS;
  /** Open requests that the last look for strays has met. */
  let met: ReadonlySet<string> = new Set();

  const isServed = ({ request }: OpenRequest): boolean => needs.platforms.has(platformOf(request.requester));
  const resume = (entry: OpenRequest): void => {
    log.info({ request: entry.request.id }, 'Going on with a request of a process that has ended');
    needs.resume([entry]);
  };
  /**
   * What has become of a request may stand in the books of every process that has begun it, and not of the last alone. Read
   * before it is taken, so that nothing is paid again that was answered there.
   */
  const learnOf = async ({ by }: OpenRequest, owner: string, living: ReadonlySet<string>): Promise<void> => {
    for (const from of new Set([...by, owner])) {
      if (from === needs.by || known.has(from)) continue;
      const hasEnded = !living.has(from);
      await needs.learn(from, hasEnded);
      if (hasEnded) known.add(from);
    }
  };
  const take = async (orphan: Owned, living: ReadonlySet<string>): Promise<void> => {
    const entry = await journal.find(orphan.id);
    if (entry === undefined) await ownership.discard(orphan);
    if (entry === undefined || !isServed(entry)) return;
    await learnOf(entry, orphan.owner, living);
    if (await ownership.takeOver(orphan)) resume(entry);
  };
  const takeStray = async (entry: OpenRequest, living: ReadonlySet<string>): Promise<void> => {
    // Not by when it was accepted, which stands there by a time of day that may have been set since.
    const isOld = met.has(entry.request.id);
    const last = entry.by.at(-1);
    const { id } = entry.request;
    // Another one that lives could only not say so.
    const isAtIt = last === needs.by ? needs.isHere(id) : last !== undefined && living.has(last);
    if (!isOld || !isServed(entry) || isAtIt) return;
    const owner = await ownership.ownerOf(id);
    // A word of this process' own that the store carried out late may stand there for a request it has left to another.
    const isForgotten = owner === needs.by && !needs.isHere(id);
    if (owner !== undefined && !isForgotten) return;
    await learnOf(entry, needs.by, living);
    if (isForgotten || (await ownership.reserve(id))) resume(entry);
  };
  const tellNotTaken = (request: string, error: unknown): void =>
    log.error({ err: error, request }, 'A request could not be taken over; it is tried again');
  /** What was written down by a process that died before it could say that it was its own. */
  const takeStrays = async (living: ReadonlySet<string>): Promise<void> => {
    straysAt = clock.elapsed() + STRAY_MS;
    const open = await journal.open();
    for (const entry of open) {
      await takeStray(entry, living).catch((error: unknown) => tellNotTaken(entry.request.id, error));
    }
    met = new Set(open.map(({ request }) => request.id));
  };
  return async (livingNow) => {
    const others = await ownership.ofOthers();
    // Asked after that: a process is heard of before it takes anything.
    const living = await livingNow(others.map(({ owner }) => owner));
    for (const id of living) known.delete(id);
    for (const owned of others) {
      if (living.has(owned.owner)) continue;
      // One that cannot be taken must not keep the others waiting.
      await take(owned, living).catch((error: unknown) => tellNotTaken(owned.id, error));
    }
    if (clock.elapsed() >= straysAt) await takeStrays(living);
  };
}

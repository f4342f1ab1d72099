import type { Clock } from '../../core/clock.ts';
import { platformOf } from '../../core/requester.ts';
import type { Log } from '../../ops/log/log.ts';
import type { LivingNow } from '../../store/cluster/members.ts';
import type { Journal } from '../journal/contract.ts';
import type { Orphan, Ownership } from '../journal/ownership.ts';
import type { OpenRequest } from '../journal/row.ts';

/** How often requests without an owner are looked for; one found at two looks in a row was abandoned. */
const STRAY_MS = 60_000;

/** What {@link createTakeover} works with. */
export interface TakeoverNeeds {
  /** The open requests of all processes. */
  readonly journal: Pick<Journal, 'find' | 'open' | 'index'>;
  /** Tells and changes their owners. */
  readonly ownership: Pick<
    Ownership,
    'others' | 'requestsOf' | 'dismiss' | 'discard' | 'takeOver' | 'ownerOf' | 'reserve' | 'drop'
  >;
  /** Times the looks. */
  readonly clock: Clock;
  /** The platforms whose replies this process can show. */
  readonly platforms: ReadonlySet<string>;
  /** Reads what another process has sent. For an ended process, unfinished checks are counted as well. */
  readonly learn: (from: string, hasEnded: boolean) => Promise<void>;
  /** The name of this process. */
  readonly by: string;
  /** Whether this process is answering a request or waiting to retry it. */
  readonly isHere: (id: string) => boolean;
  /** Answers the requests that were taken over. */
  readonly resume: (open: readonly OpenRequest[]) => void;
  /** Receives each takeover. */
  readonly log: Log;
}

/** Continues the requests of ended processes; each is taken over by one of the living ones. */
export function createTakeover(needs: TakeoverNeeds): (livingNow: LivingNow) => Promise<void> {
  const { journal, ownership, clock, log } = needs;
  /** Processes whose sent checks have been read; one that comes back may send more. */
  const known = new Set<string>();
  let straysAt = clock.elapsed() + STRAY_MS;
  /** Open requests found at the last look. */
  let met: ReadonlySet<string> = new Set();
  /** Claims of this process that nothing here worked on at the last look. */
  let idle: ReadonlySet<string> = new Set();

  const isServed = ({ request }: OpenRequest): boolean => needs.platforms.has(platformOf(request.requester));
  const resume = async (entry: OpenRequest): Promise<void> => {
    await journal.index(entry.request);
    log.info({ request: entry.request.id }, 'Going on with a request of a process that has ended');
    needs.resume([entry]);
  };
  /**
   * The checks of a request may be in the ledgers of all processes that started it, not only the last. They are read before
   * the takeover, so that nothing is paid for twice.
   */
  const learnOf = async ({ by }: OpenRequest, owner: string, living: ReadonlySet<string>): Promise<void> => {
    for (const from of new Set([...by, owner])) {
      if (from === needs.by || known.has(from)) continue;
      const hasEnded = !living.has(from);
      await needs.learn(from, hasEnded);
      if (hasEnded) known.add(from);
    }
  };
  const take = async (orphan: Orphan, living: ReadonlySet<string>): Promise<void> => {
    const entry = await journal.find(orphan.id);
    if (entry === undefined) await ownership.discard(orphan);
    if (entry === undefined || !isServed(entry)) return;
    await learnOf(entry, orphan.owner, living);
    if (await ownership.takeOver(orphan)) await resume(entry);
  };
  /** Of a process that was taken off the list while it claimed this: only the claim tells of it. */
  const takeUnlisted = async (orphan: Orphan, living: ReadonlySet<string>): Promise<void> => {
    if (orphan.owner !== needs.by && !living.has(orphan.owner)) await take(orphan, living);
  };
  const takeStray = async (entry: OpenRequest, living: ReadonlySet<string>): Promise<void> => {
    // Not by the time of acceptance, since the time of day may have been set since.
    const isOld = met.has(entry.request.id);
    const last = entry.by.at(-1);
    const { id } = entry.request;
    // A process that still lives may only have failed to claim it.
    const isAtIt = last === needs.by ? needs.isHere(id) : isLiving(last, living);
    if (!isOld || !isServed(entry) || isAtIt) return;
    const owner = await ownership.ownerOf(id);
    // A late write of this process' own claim may name it for a request that it left to another.
    const isForgotten = owner === needs.by && !needs.isHere(id);
    if (owner !== undefined && !isForgotten) return takeUnlisted({ id, owner }, living);
    await learnOf(entry, needs.by, living);
    if (isForgotten || (await ownership.reserve(id))) await resume(entry);
  };
  const tellNotTaken = (request: string, error: unknown): void =>
    log.error({ err: error, request }, 'A request could not be taken over; it is tried again');
  /**
   * Drops a claim of this process to what another one has accepted: the store may have carried it out late, and whoever
   * accepted the request leaves it to the owner.
   */
  const dropUnused = async ({ id }: Orphan, living: ReadonlySet<string>): Promise<void> => {
    const last = (await journal.find(id))?.by.at(-1);
    if (last !== needs.by && isLiving(last, living)) await ownership.drop(id);
  };
  const dropUnusedClaims = async (living: ReadonlySet<string>): Promise<void> => {
    const claims = await ownership.requestsOf(needs.by);
    const unused = claims.filter(({ id }) => !needs.isHere(id));
    for (const claim of unused) if (idle.has(claim.id)) await dropUnused(claim, living);
    idle = new Set(unused.map(({ id }) => id));
  };
  /** Takes over requests persisted by a process that crashed before it claimed them. */
  const takeStrays = async (living: ReadonlySet<string>): Promise<void> => {
    straysAt = clock.elapsed() + STRAY_MS;
    await dropUnusedClaims(living);
    const open = await journal.open();
    for (const entry of open) {
      await takeStray(entry, living).catch((error: unknown) => tellNotTaken(entry.request.id, error));
    }
    met = new Set(open.map(({ request }) => request.id));
  };
  const takeAllOf = async (owner: string, living: ReadonlySet<string>): Promise<void> => {
    const left = await ownership.requestsOf(owner);
    if (left.length === 0) await ownership.dismiss(owner);
    for (const orphan of left) {
      // A failed takeover must not block the others.
      await take(orphan, living).catch((error: unknown) => tellNotTaken(orphan.id, error));
    }
  };
  return async (livingNow) => {
    const others = await ownership.others();
    // Asked afterwards, since a process registers before it takes any request.
    const living = await livingNow(others);
    for (const id of living) known.delete(id);
    for (const [owner] of others) if (!living.has(owner)) await takeAllOf(owner, living);
    if (clock.elapsed() >= straysAt) await takeStrays(living);
  };
}

function isLiving(name: string | undefined, living: ReadonlySet<string>): boolean {
  return name !== undefined && living.has(name);
}

import type { Clock } from '../core/clock.ts';
import type { Collection, StoredRow } from './contract.ts';
import type { OpenStore } from './open.ts';

/** Rows that processes write about themselves; they mean nothing in another store. */
const OF_PROCESSES: ReadonlySet<string> = new Set(['members', 'leaders', 'probe']);

/** Whether a store holds nothing but rows that processes write about themselves. */
export async function isEmpty({ dump }: Pick<OpenStore, 'dump'>): Promise<boolean> {
  for await (const portion of dump()) if (portion.some(isKept)) return false;
  return true;
}

/**
 * Copies all rows and answers of a store into another one, sealed as they are, in the order in which they were written.
 * Nobody else may work on either. Resolves with how many there were.
 */
export async function copyRows(
  from: Pick<OpenStore, 'dump'>,
  to: Pick<OpenStore, 'store'>,
  clock: Clock,
): Promise<{ readonly rows: number; readonly answers: number }> {
  const write = writerOf(to, clock);
  const collections = new Set<string>();
  let rows = 0;
  let answers = 0;
  for await (const portion of from.dump()) {
    const writes: Promise<unknown>[] = [];
    for (const row of portion.filter(isKept)) {
      const written = write(row);
      writes.push(written);
      if (row.collection === undefined) answers += 1;
      else rows += 1;
      // The first of a collection goes alone: it may have to create what the others need, and they would overtake it.
      if (!collections.has(row.collection ?? '')) await written;
      collections.add(row.collection ?? '');
    }
    await Promise.all(writes);
  }
  return { rows, answers };
}

/** How many rows and answers of a store the other one lacks; those that have expired meanwhile do not count. */
export async function countMissing(
  from: Pick<OpenStore, 'dump'>,
  to: Pick<OpenStore, 'store'>,
  clock: Clock,
): Promise<number> {
  let missing = 0;
  for await (const portion of from.dump()) {
    const found = await Promise.all(
      portion.filter(isKept).map(async ({ collection, id, value, expiresAt }) => {
        const there =
          collection === undefined
            ? await to.store.keyv.get(id)
            : await to.store.collection(collection).get(id);
        return there === value || (expiresAt !== undefined && expiresAt <= clock.now());
      }),
    );
    missing += found.filter((isFound) => !isFound).length;
  }
  return missing;
}

function isKept({ collection = '' }: StoredRow): boolean {
  return !OF_PROCESSES.has(collection);
}

function writerOf({ store }: Pick<OpenStore, 'store'>, clock: Clock): (row: StoredRow) => Promise<unknown> {
  const known = new Map<string, Collection>();
  const named = (name: string): Collection => {
    const collection = known.get(name) ?? store.collection(name);
    known.set(name, collection);
    return collection;
  };
  return async ({ collection, id, value, expiresAt }) => {
    if (collection !== undefined)
      return named(collection).put(id, value, expiresAt === undefined ? {} : { expiresAt });
    if (expiresAt === undefined) return store.keyv.set(id, value);
    const leftMs = expiresAt - clock.now();
    return leftMs > 0 && store.keyv.set(id, value, leftMs);
  };
}

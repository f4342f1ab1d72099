import type { Clock } from '../../../src/core/clock.ts';
import type { Collection, Entries, Store } from '../../../src/store/contract.ts';
import { createAnswerCache } from '../../../src/store/schema/answer.ts';
import { createMemorySql } from './memory-sql.ts';

/** A store that lives as long as a test, and answers without a wait. */
export function createMemoryStore(clock: Clock, sql = createMemorySql()): Store {
  const collections = new Map<string, Collection>();
  return {
    keyv: createAnswerCache(sql, clock),
    sql,
    collection: (name) => {
      const known = collections.get(name) ?? createCollection(name, clock);
      collections.set(name, known);
      return known;
    },
    sweep: async () => 0,
    troubleOf: () => 'broken',
  };
}

interface Row {
  readonly value: string;
  readonly expiresAt: number;
}

function createCollection(name: string, clock: Clock): Collection {
  const rows = new Map<string, Row>();
  /** The ids by what stands before their first slash, since a group is asked for with each check. */
  const byFirst = new Map<string, Set<string>>();
  const find = (id: string): string | undefined => {
    const row = rows.get(id);
    return row !== undefined && row.expiresAt > clock.now() ? row.value : undefined;
  };
  const put: Collection['put'] = async (id, value, { expiresAt = Number.POSITIVE_INFINITY } = {}) => {
    rows.set(id, { value, expiresAt });
    const first = firstOf(id);
    byFirst.set(first, (byFirst.get(first) ?? new Set()).add(id));
  };
  const remove = (id: string): boolean => {
    const ids = byFirst.get(firstOf(id));
    ids?.delete(id);
    if (ids?.size === 0) byFirst.delete(firstOf(id));
    return rows.delete(id);
  };
  const entriesAmong = (ids: Iterable<string>, isMeant: (id: string) => boolean): Entries =>
    [...ids].flatMap((id) => {
      const value = isMeant(id) ? find(id) : undefined;
      return value === undefined ? [] : [[id, value] as const];
    });
  return {
    name,
    put,
    insert: async (id, value, options) => {
      if (find(id) !== undefined) return false;
      await put(id, value, options);
      return true;
    },
    get: async (id) => find(id),
    replace: async (id, expected, value, options) => {
      if (find(id) !== expected) return false;
      await put(id, value, options);
      return true;
    },
    delete: async (id) => remove(id),
    entries: async () => entriesAmong(rows.keys(), () => true),
    entriesOf: async (group) =>
      entriesAmong(byFirst.get(firstOf(group)) ?? [], (id) => id.startsWith(`${group}/`)),
    portions: async function* (which) {
      const isMeant = (id: string): boolean =>
        which === 'all' || rows.get(id)?.expiresAt === Number.POSITIVE_INFINITY;
      yield entriesAmong(rows.keys(), isMeant);
    },
    add: async (id, amount, options) => {
      const sum = Number(find(id) ?? 0) + amount;
      await put(id, String(sum), options);
      return sum;
    },
  };
}

function firstOf(id: string): string {
  const end = id.indexOf('/');
  return end < 0 ? id : id.slice(0, end);
}

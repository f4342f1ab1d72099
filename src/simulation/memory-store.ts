import { Keyv } from 'keyv';
import type { Clock } from '../core/clock.ts';
import type { Collection, Entries, Store } from '../store/contract.ts';

/** A store that lives as long as the simulation, and answers without a wait. */
export function createMemoryStore(clock: Clock): Store {
  const collections = new Map<string, Collection>();
  return {
    keyv: new Keyv<string>({ throwOnErrors: true }),
    collection: (name) => {
      const known = collections.get(name) ?? createCollection(name, clock);
      collections.set(name, known);
      return known;
    },
    sweep: async () => 0,
    rewrite: async () => 0,
    probe: async () => undefined,
    troubleOf: () => 'broken',
    close: async () => undefined,
  };
}

interface Row {
  readonly value: string;
  readonly expiresAt: number;
}

function createCollection(name: string, clock: Clock): Collection {
  const rows = new Map<string, Row>();
  const find = (id: string): string | undefined => {
    const row = rows.get(id);
    return row !== undefined && row.expiresAt > clock.now() ? row.value : undefined;
  };
  const put: Collection['put'] = async (id, value, { expiresAt = Number.POSITIVE_INFINITY } = {}) => {
    rows.set(id, { value, expiresAt });
  };
  const entriesWhere = (isMeant: (id: string, row: Row) => boolean): Entries =>
    [...rows].flatMap(([id, row]) =>
      isMeant(id, row) && find(id) !== undefined ? [[id, row.value] as const] : [],
    );
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
    delete: async (id) => rows.delete(id),
    deleteIf: async (id, expected) => find(id) === expected && rows.delete(id),
    entries: async () => entriesWhere(() => true),
    entriesOf: async (group) => entriesWhere((id) => id.startsWith(`${group}/`)),
    portions: async function* (which) {
      yield entriesWhere((_id, { expiresAt }) => which === 'all' || expiresAt === Number.POSITIVE_INFINITY);
    },
    add: async (id, amount, options) => {
      const sum = Number(find(id) ?? 0) + amount;
      await put(id, String(sum), options);
      return sum;
    },
  };
}

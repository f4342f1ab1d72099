import type { Collection, Store } from './contract.ts';
import { asStoreFailed, databaseError, StoreFailed } from './errors.ts';

/** The same store, whose methods reject with nothing but {@link StoreFailed}. */
export function typedFailures(store: Store): Store {
  return {
    // Keyv's own errors are made in `createCacheKeyv`.
    keyv: store.keyv,
    // Those of the tables are made in `createSql`.
    sql: store.sql,
    collection: (name) => typedRows(store.collection(name)),
    sweep: () => store.sweep().catch(asStoreFailed),
    probe: () => store.probe().catch(asStoreFailed),
    troubleOf: (error) => store.troubleOf(databaseError(error)),
    close: store.close,
  };
}

function typedRows(rows: Collection): Collection {
  return {
    name: rows.name,
    insert: (...row) => rows.insert(...row).catch(asStoreFailed),
    get: (id) => rows.get(id).catch(asStoreFailed),
    put: (...row) => rows.put(...row).catch(asStoreFailed),
    delete: (id) => rows.delete(id).catch(asStoreFailed),
    entries: () => rows.entries().catch(asStoreFailed),
    entriesOf: (group) => rows.entriesOf(group).catch(asStoreFailed),
    portions: async function* (which) {
      try {
        yield* rows.portions(which);
      } catch (error) {
        throw new StoreFailed(error);
      }
    },
    add: (...row) => rows.add(...row).catch(asStoreFailed),
    replace: (...row) => rows.replace(...row).catch(asStoreFailed),
  };
}

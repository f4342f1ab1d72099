import type { Collection, Store } from './contract.ts';

/**
 * The database could not be read or written; the cause is its own error. Every method of an opened store rejects with this,
 * so that what asked for it can tell it from a fault of its own.
 */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** What the database itself said, where a store failed; any other error as it is. */
export function databaseError(error: unknown): unknown {
  return error instanceof StoreFailed ? error.cause : error;
}

/** Rejects with StoreFailed for whatever the work rejects with. */
export function orStoreFailed<T>(work: Promise<T>): Promise<T> {
  return work.catch(asStoreFailed);
}

function asStoreFailed(error: unknown): never {
  throw new StoreFailed(databaseError(error));
}

/** The same store, whose methods reject with nothing but {@link StoreFailed}. */
export function typedFailures(store: Store): Store {
  return {
    // Keyv's own errors are made in `createCacheKeyv`.
    keyv: store.keyv,
    collection: (name) => typedRows(store.collection(name)),
    sweep: () => orStoreFailed(store.sweep()),
    rewrite: (change) => orStoreFailed(store.rewrite(change)),
    probe: () => orStoreFailed(store.probe()),
    troubleOf: (error) => store.troubleOf(databaseError(error)),
    close: store.close,
  };
}

function typedRows(rows: Collection): Collection {
  return {
    name: rows.name,
    insert: (...row) => orStoreFailed(rows.insert(...row)),
    get: (id) => orStoreFailed(rows.get(id)),
    put: (...row) => orStoreFailed(rows.put(...row)),
    delete: (id) => orStoreFailed(rows.delete(id)),
    entries: () => orStoreFailed(rows.entries()),
    entriesOf: (group) => orStoreFailed(rows.entriesOf(group)),
    portions: async function* (which) {
      try {
        yield* rows.portions(which);
      } catch (error) {
        throw new StoreFailed(error);
      }
    },
    add: (...row) => orStoreFailed(rows.add(...row)),
    replace: (...row) => orStoreFailed(rows.replace(...row)),
    deleteIf: (...row) => orStoreFailed(rows.deleteIf(...row)),
  };
}

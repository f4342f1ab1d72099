import type { Collection, Store } from '../../../src/store/contract.ts';

/** What a store does not do just now. */
type Fault = 'reading' | 'writing';

/** A store that fails as it is told. */
export interface BrittleStore extends Store {
  /** From now on it fails at these, in all collections and answers or in those of these names; without any it is well. */
  fail(at: readonly Fault[], only?: readonly string[]): void;
}

/** The name under which the answers of the cache fail. */
const ANSWERS = 'answers';

export function createBrittleStore(store: Store): BrittleStore {
  let faults: readonly Fault[] = [];
  let names: readonly string[] | undefined;
  const failsAt = (fault: Fault, name: string): boolean =>
    faults.includes(fault) && (names === undefined || names.includes(name));
  const guarded =
    <Arguments extends readonly unknown[], Result>(
      fault: Fault,
      name: string,
      work: (...given: Arguments) => Promise<Result>,
    ) =>
    async (...given: Arguments): Promise<Result> => {
      if (failsAt(fault, name)) throw new Error(`the store fails at ${fault}`);
      return work(...given);
    };
  const wrap = (rows: Collection): Collection => {
    const { name } = rows;
    return {
      ...rows,
      get: guarded('reading', name, rows.get),
      entries: guarded('reading', name, rows.entries),
      entriesOf: guarded('reading', name, rows.entriesOf),
      portions: async function* (which) {
        if (failsAt('reading', name)) throw new Error('the store fails at reading');
        yield* rows.portions(which);
      },
      put: guarded('writing', name, rows.put),
      insert: guarded('writing', name, rows.insert),
      replace: guarded('writing', name, rows.replace),
      delete: guarded('writing', name, rows.delete),
      add: guarded('writing', name, rows.add),
    };
  };
  const keyv = Object.assign(Object.create(store.keyv) as Store['keyv'], {
    get: guarded('reading', ANSWERS, (key: string) => store.keyv.get(key)),
    set: guarded('writing', ANSWERS, (key: string, value: string, ttlMs?: number) =>
      store.keyv.set(key, value, ttlMs),
    ),
  });
  return {
    ...store,
    keyv,
    collection: (name) => wrap(store.collection(name)),
    sql: {
      ...store.sql,
      // What the health of a store tries.
      tx: (work) =>
        store.sql.tx((t) =>
          work((text, ...values) =>
            faults.length > 0 && text[0]?.includes("'probe'")
              ? Promise.reject(new Error('the store fails'))
              : t(text, ...values),
          ),
        ),
    },
    fail: (at, only) => {
      faults = at;
      names = only;
    },
  };
}

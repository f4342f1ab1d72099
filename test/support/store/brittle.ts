import type { Store } from '../../../src/store/contract.ts';
import { StoreFailed } from '../../../src/store/errors.ts';

/** What a store does not do just now. */
type Fault = 'reading' | 'writing';

/** A store that fails when a test says so. */
export interface BrittleStore extends Store {
  /** From now on it fails at these; without any it works. */
  fail(at: readonly Fault[]): void;
}

export function createBrittleStore(store: Store): BrittleStore {
  let faults: readonly Fault[] = [];
  const guarded =
    <Arguments extends readonly unknown[], Result>(
      fault: Fault,
      work: (...given: Arguments) => Promise<Result>,
    ) =>
    async (...given: Arguments): Promise<Result> => {
      if (faults.includes(fault)) throw new StoreFailed(`the store fails at ${fault}`);
      return work(...given);
    };
  const keyv = Object.assign(Object.create(store.keyv) as Store['keyv'], {
    get: guarded('reading', (key: string) => store.keyv.get(key)),
    set: guarded('writing', (key: string, value: string, ttlMs?: number) =>
      store.keyv.set(key, value, ttlMs),
    ),
  });
  const { read, tx } = store.sql;
  return {
    ...store,
    keyv,
    sql: {
      ...store.sql,
      read: guarded('reading', read),
      tx: (work) => guarded('writing', () => tx(work))(),
      soon: (work) => guarded('writing', () => tx(work))(),
    },
    fail: (at) => {
      faults = at;
    },
  };
}

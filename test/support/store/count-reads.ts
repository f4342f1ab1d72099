import type { Store } from '../../../src/store/contract.ts';

/** The same store, and how many rows of its collections, or of those that are named, were read of it. */
export function countReads<Opened extends Pick<Store, 'collection'>>(store: Opened, of?: readonly string[]) {
  let read = 0;
  const counted = <Read extends readonly unknown[]>(rows: Read): Read => {
    read += rows.length;
    return rows;
  };
  const collection: Store['collection'] = (name) => {
    const rows = store.collection(name);
    if (of?.includes(name) === false) return rows;
    return {
      ...rows,
      get: async (id) => counted([await rows.get(id)])[0],
      entries: async () => counted(await rows.entries()),
      entriesOf: async (group) => counted(await rows.entriesOf(group)),
      portions: async function* (which) {
        for await (const portion of rows.portions(which)) yield counted(portion);
      },
    };
  };
  return { store: { ...store, collection }, rowsRead: () => read };
}

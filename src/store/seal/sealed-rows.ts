import type { Collection, Entries } from '../contract.ts';
import type { Seal } from './seal.ts';

/** Names rows, so that nobody without the secret finds out whose or what they are. */
export type Naming = Pick<Seal, 'hash'>;

export interface SealedRows extends Collection {
  /** As all `portions`, with undefined for a row that cannot be opened. */
  portionsAndUnreadable(): AsyncIterable<readonly (readonly [id: string, value: string | undefined])[]>;
}

/**
 * The same rows with their values sealed, each for its own place: a value that was moved to another row cannot be opened
 * there and counts as missing, also for `insert`. Ids and counters stay as they are. Sealing the same text twice gives
 * different values, so `replace` reads the row, compares its text, and changes it if it is still what was read.
 */
export function sealedRows(rows: Collection, seal: Seal): SealedRows {
  const { name: collection } = rows;
  const openOne = (id: string, sealed: string): string | undefined => seal.open(sealed, { collection, id });
  const open = (entries: Entries): Entries =>
    entries.flatMap(([id, sealed]) => {
      const value = openOne(id, sealed);
      return value === undefined ? [] : [[id, value] as const];
    });
  /** The row's sealed value if its text is the expected one, else undefined. */
  const stored = async (id: string, expected: string): Promise<string | undefined> => {
    const sealed = await rows.get(id);
    return sealed !== undefined && openOne(id, sealed) === expected ? sealed : undefined;
  };
  return {
    name: collection,
    delete: rows.delete,
    add: rows.add,
    insert: async (id, value, options) => {
      const closed = seal.close(value, { collection, id });
      if (await rows.insert(id, closed, options)) return true;
      // A row that cannot be opened, as after a lost secret, counts as missing. If two find it, `replace` lets one of them win.
      const stands = await rows.get(id);
      const isNone = stands !== undefined && openOne(id, stands) === undefined;
      return isNone && rows.replace(id, stands, closed, options);
    },
    put: (id, value, options) => rows.put(id, seal.close(value, { collection, id }), options),
    get: async (id) => {
      const sealed = await rows.get(id);
      return sealed === undefined ? undefined : openOne(id, sealed);
    },
    replace: async (id, expected, value, options) => {
      const before = await stored(id, expected);
      return before !== undefined && rows.replace(id, before, seal.close(value, { collection, id }), options);
    },
    portionsAndUnreadable: async function* () {
      for await (const portion of rows.portions('all'))
        yield portion.map(([id, sealed]) => [id, openOne(id, sealed)] as const);
    },
    entries: async () => open(await rows.entries()),
    entriesOf: async (group) => open(await rows.entriesOf(group)),
    portions: async function* (which) {
      for await (const portion of rows.portions(which)) yield open(portion);
    },
  };
}

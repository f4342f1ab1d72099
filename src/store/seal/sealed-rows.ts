import type { Collection, Entries } from '../contract.ts';
import { rehashed } from './reseal.ts';
import type { Seal } from './seal.ts';

/** The keyed hash of a name, which does not reveal it, and its hashes under earlier secrets. */
export interface KeyedName {
  readonly id: string;
  readonly formerIds: readonly string[];
}

/** Names rows, so that nobody without the secret finds out whose or what they are. */
export type Naming = Pick<Seal, 'hash' | 'formerHashes'>;

export function keyedName({ hash, formerHashes }: Naming, name: string): KeyedName {
  return { id: hash(name), formerIds: formerHashes(name) };
}

/** All ids under which a row of this name may stand; it is written under the first. */
export function idsOf({ hash, formerHashes }: Naming, name: string): readonly string[] {
  return [hash(name), ...formerHashes(name)];
}

/** The row of this name, under whichever of its ids it stands; undefined if there is none. */
export async function rowNamed(
  rows: Pick<Collection, 'get'>,
  naming: Naming,
  name: string,
): Promise<string | undefined> {
  let row = await rows.get(naming.hash(name));
  if (row !== undefined) return row;
  for (const id of naming.formerHashes(name)) row ??= await rows.get(id);
  return row;
}

export interface SealedRows extends Collection {
  /** As all `portions`, with undefined for a row that cannot be opened. */
  portionsAndUnreadable(): AsyncIterable<readonly (readonly [id: string, value: string | undefined])[]>;
}

/**
 * The same rows with their values sealed, each for its own place: a value that was moved to another row cannot be opened
 * there and counts as missing, also for `insert`. Ids and counters stay as they are. Sealing the same text twice gives
 * different values, so `replace` and `deleteIf` read the row, compare its text, and change it if it is still what was read.
 */
export function sealedRows(rows: Collection, seal: Seal): SealedRows {
  const { name: collection } = rows;
  const openOne = (id: string, sealed: string): string | undefined => {
    const value = seal.open(sealed, { collection, id });
    if (value !== undefined) return value;
    const former = seal.openFormer(sealed);
    return former === undefined ? undefined : rehashed(former, collection);
  };
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
    deleteIf: async (id, expected) => {
      const before = await stored(id, expected);
      return before !== undefined && rows.deleteIf(id, before);
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

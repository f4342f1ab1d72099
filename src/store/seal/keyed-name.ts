import type { Collection } from '../contract.ts';
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

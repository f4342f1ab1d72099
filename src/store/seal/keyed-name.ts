import type { Seal } from './seal.ts';

/** The keyed hash of a name, which does not reveal it, and its hashes under earlier secrets. */
export interface KeyedName {
  readonly id: string;
  readonly formerIds: readonly string[];
}

export function keyedName({ hash, formerHashes }: Seal, name: string): KeyedName {
  return { id: hash(name), formerIds: formerHashes(name) };
}

import type { Seal } from './seal.ts';

/** A keyed hash, which says nothing of what it names, with those of the secrets that have been replaced since. */
export interface KeyedName {
  readonly id: string;
  readonly formerIds: readonly string[];
}

export function keyedName({ hash, formerHashes }: Seal, name: string): KeyedName {
  return { id: hash(name), formerIds: formerHashes(name) };
}

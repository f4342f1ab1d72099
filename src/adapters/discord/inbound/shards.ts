/** The shards of one of several processes. */
export interface ShardRange {
  /** From 0. */
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
  /** Shards in all; the same in every process of the installation. */
  readonly count: number;
}

/** `auto`: as many as Discord recommends, all in one process. */
export type Shards = 'auto' | ShardRange;

/** The name of the leader task: processes with different shards are connected in parallel. */
export function gatewayTask(shards: Shards): string {
  if (shards === 'auto') return 'discord:gateway';
  const { first, last, count } = shards;
  return `discord:gateway:${first}-${last}/${count}`;
}

/** Whether this process has shard 0 and so does what is done once for all shards. Direct messages also arrive there. */
export function holdsFirst(shards: Shards): boolean {
  return shards === 'auto' || shards.first === 0;
}

/** The options for the library. */
export function shardOptions(shards: Shards): { shardIds: number[] | null; shardCount: number | null } {
  if (shards === 'auto') return { shardIds: null, shardCount: null };
  const { first, last, count } = shards;
  const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { shardIds: ids, shardCount: count };
}

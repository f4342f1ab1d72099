/** Shards of one process, where several processes share them: from the first to the last, of so many in all. */
export interface ShardRange {
  readonly first: number;
  readonly last: number;
  /** The same in every process of the installation. */
  readonly count: number;
}

/** `auto`: as many as Discord recommends, all in one process. */
export type Shards = 'auto' | ShardRange;

/** The name of what only one process does at a time: processes with different shards are connected side by side. */
export function gatewayTask(shards: Shards): string {
  if (shards === 'auto') return 'discord:gateway';
  const { first, last, count } = shards;
  return `discord:gateway:${first}-${last}/${count}`;
}

/** Whether this process looks after what is there once for all shards. Direct messages come on shard 0, too. */
export function holdsFirst(shards: Shards): boolean {
  return shards === 'auto' || shards.first === 0;
}

/** As discord.js takes them. */
export function shardOptions(shards: Shards): { shards: 'auto' | number[]; shardCount?: number } {
  if (shards === 'auto') return { shards };
  const { first, last, count } = shards;
  const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { shards: ids, shardCount: count };
}

import type { MarkFile, Store } from '../../src/store/contract.ts';
import { createAnswerCache } from '../../src/store/schema/answer.ts';
import type { Sql } from '../../src/store/sql.ts';
import { createMemorySql, type MemorySql } from '../support/store/memory-sql.ts';
import type { Gate } from './gate.ts';
import type { World } from './world.ts';

/** What a process that ends leaves behind. */
export interface Disk {
  sql: MemorySql;
  /** What stands in the file beside the store. */
  mark: string | undefined;
}

export function createDisk(): Disk {
  return { sql: createMemorySql(), mark: undefined };
}

/** A life's view of the disk: every transaction takes a moment, and goes through the gate. */
export function createModelStore({ disk }: World, gate: Gate): Store {
  const tx: Sql['tx'] = async (work) => gate.onDisk('write', () => disk.sql.tx(work));
  const sql: Sql = {
    ...{ tx, soon: tx },
    read: async (...asked) => gate.onDisk('read', () => disk.sql.read(...asked)),
    idle: async () => undefined,
  };
  return {
    sql,
    keyv: createAnswerCache(sql, gate.clock),
    sweep: async () => 0,
  };
}

/** The file beside the store, which a full disk does not take either. */
export function createModelMarkFile(world: World, gate: Gate): MarkFile {
  const { disk } = world;
  return {
    read: () => gate.outside(() => disk.mark),
    write: (mark) =>
      gate.outside(() => {
        if (world.storeFault !== 'none') throw new Error('no space left on device');
        disk.mark = mark;
      }),
  };
}

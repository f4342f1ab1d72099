import { Keyv } from 'keyv';
import type { Store } from '../../src/store/contract.ts';
import type { MarkFile } from '../../src/store/mark-file.ts';
import type { Sql } from '../../src/store/sql.ts';
import type { Disk } from './disk.ts';
import type { Gate } from './gate.ts';
import type { World } from './world.ts';

/** A life's view of the disk: every method is atomic, takes a moment, and goes through the gate. */
export function createModelStore(world: World, gate: Gate): Store {
  const { disk } = world;
  return {
    keyv: createAnswers(disk, gate),
    sql: createGatedSql(world, gate),
    sweep: async () => 0,
    troubleOf: () => 'broken',
  };
}

function createGatedSql({ disk, ledgerWrites, time }: World, gate: Gate): Sql {
  const onDone = (): void => void ledgerWrites.push({ life: gate.number, at: time.now() });
  const tx: Sql['tx'] = async (work) => gate.onDisk('write', () => disk.sql.tx(work), onDone);
  return {
    ...{ tx, soon: tx },
    read: async (...asked) => gate.onDisk('read', () => disk.sql.read(...asked)),
    idle: async () => undefined,
  };
}

function createAnswers({ answers }: Disk, gate: Gate): Keyv<string> {
  return new Keyv<string>({
    throwOnErrors: true,
    store: {
      opts: {},
      get: (key: string) => gate.onDisk('read', () => answers.get(key)),
      set: (key: string, value: string) => gate.onDisk('write', () => void answers.set(key, value)),
      delete: (key: string) => gate.onDisk('write', () => answers.delete(key)),
      clear: async () => undefined,
    },
  });
}

/** The file beside the store: on a disk that takes no row it can be taken away, and not written. */
export function createModelMarkFile(world: World, gate: Gate): MarkFile {
  const { disk } = world;
  const isFull = (): boolean => world.storeFault === 'fails' || world.storeFault === 'read-only';
  return {
    read: () => gate.outside(() => disk.mark),
    write: (mark) =>
      gate.outside(() => {
        if (isFull()) throw new Error('no space left on device');
        disk.mark = mark;
      }),
    remove: () =>
      gate.outside(() => {
        disk.mark = undefined;
      }),
  };
}

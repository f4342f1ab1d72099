import { Keyv } from 'keyv';
import type { Collection, Store } from '../../src/store/contract.ts';
import type { MarkFile } from '../../src/store/mark-file.ts';
import type { Sql } from '../../src/store/sql.ts';
import { type Disk, tableOf } from './disk.ts';
import type { Gate } from './gate.ts';
import type { World } from './world.ts';

/** A life's view of the disk: every method is atomic, takes a moment, and goes through the gate. */
export function createModelStore(world: World, gate: Gate): Store {
  const { disk } = world;
  return {
    keyv: createAnswers(disk, gate),
    sql: createGatedSql(disk, gate),
    collection: (name) => createCollection(world, name, gate),
    sweep: async () => 0,
    troubleOf: () => 'broken',
  };
}

function createGatedSql(disk: Disk, gate: Gate): Sql {
  const tx: Sql['tx'] = async (work) => gate.onDisk('write', () => disk.sql.tx(work));
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

function createCollection({ disk, ledgerWrites, time }: World, name: string, gate: Gate): Collection {
  const table = (): ReturnType<typeof tableOf> => tableOf(disk, name);
  const now = gate.clock.now;
  const onDone = (): void => {
    if (name === 'sent') ledgerWrites.push({ life: gate.number, at: time.now() });
  };
  const write = <T>(effect: () => T): Promise<T> => gate.onDisk('write', effect, onDone);
  return {
    name,
    put: (id, value, options) => write(() => table().put(id, value, options)),
    insert: (id, value, options) =>
      write(() => {
        if (table().get(id, now()) !== undefined) return false;
        table().put(id, value, options);
        return true;
      }),
    get: (id) => gate.onDisk('read', () => table().get(id, now())),
    replace: (id, expected, value, options) =>
      write(() => {
        if (table().get(id, now()) !== expected) return false;
        table().put(id, value, options);
        return true;
      }),
    delete: (id) => write(() => table().delete(id)),
    entries: () => gate.onDisk('read', () => table().entries(now())),
    entriesOf: (group) => gate.onDisk('read', () => table().entries(now(), { group })),
    portions: async function* (which) {
      yield await gate.onDisk('read', () => table().entries(now(), { lasting: which === 'lasting' }));
    },
    add: (id, amount, options) =>
      write(() => {
        const sum = Number(table().get(id, now()) ?? 0) + amount;
        table().put(id, String(sum), options);
        return sum;
      }),
  };
}

import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Doubt, readDoubt } from './doubt.ts';

const FILE = 'imei-bot.sqlite';
/** What SQLite keeps the rows in: what it has not written back yet is in a file beside the other. */
const ROWS: readonly string[] = [FILE, `${FILE}-wal`, `${FILE}-shm`, `${FILE}-journal`];
const SECRET = `${FILE}.secret`;

/** What can happen to a store between two lives. */
export const SWAPS = ['new-file', 'backup'] as const;
export type Swap = (typeof SWAPS)[number];

/** The rows of an earlier time with the secret that opens them; the mark beside them is not in it. */
export interface Backup {
  readonly directory: string;
}

/** The store of the bot in a chaos run. Nothing here may be called while a process holds it. */
export interface ChaosStore {
  readonly directory: string;
  readonly url: string;
  backUp(directory: string): Promise<Backup>;
  startAnew(): Promise<void>;
  restore(backup: Backup): Promise<void>;
  doubt(): Promise<Doubt>;
}

export async function createChaosStore(directory: string): Promise<ChaosStore> {
  await mkdir(directory, { recursive: true });
  const remove = async (names: readonly string[]): Promise<void> => {
    for (const name of names) await rm(join(directory, name), { force: true });
  };
  const copy = async (from: string, to: string): Promise<void> => {
    const there = new Set(await readdir(from));
    for (const name of [...ROWS, SECRET]) {
      if (there.has(name)) await cp(join(from, name), join(to, name));
    }
  };
  return {
    directory,
    url: `sqlite://${join(directory, FILE)}`,
    backUp: async (to) => {
      await mkdir(to, { recursive: true });
      await copy(directory, to);
      return { directory: to };
    },
    startAnew: () => remove(ROWS),
    restore: async (backup) => {
      await remove(ROWS);
      await copy(backup.directory, directory);
    },
    doubt: () => readDoubt(directory, FILE),
  };
}

import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Doubt, readDoubt } from './doubt.ts';

const FILE = 'imei-bot.sqlite';
/** What SQLite keeps the rows in: what it has not written back yet is in a file beside the other. */
const ROWS: readonly string[] = [FILE, `${FILE}-wal`, `${FILE}-shm`];
const SECRET = `${FILE}.secret`;

/** What can happen to a store between two lives. */
export const SWAPS = ['new-file', 'backup', 'lost-secret', 'other-secret'] as const;
export type Swap = (typeof SWAPS)[number];

/** The rows of an earlier time with the secret they are sealed with; what stands beside them is not in it. */
export interface Backup {
  readonly directory: string;
  readonly secret: string | undefined;
}

/** The store of the bot in a chaos run. Nothing here may be called while a process holds it. */
export interface ChaosStore {
  readonly directory: string;
  readonly url: string;
  /** What `CACHE_SECRET` is now; without one, it is in a file beside the store. */
  readonly secret: string | undefined;
  backUp(directory: string): Promise<Backup>;
  startAnew(): Promise<void>;
  restore(backup: Backup): Promise<void>;
  loseSecret(): Promise<void>;
  changeSecret(): void;
  doubt(): Promise<Doubt>;
}

export async function createChaosStore(directory: string): Promise<ChaosStore> {
  await mkdir(directory, { recursive: true });
  let secret: string | undefined;
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
    get secret() {
      return secret;
    },
    backUp: async (to) => {
      await mkdir(to, { recursive: true });
      await copy(directory, to);
      return { directory: to, secret };
    },
    startAnew: () => remove(ROWS),
    restore: async (backup) => {
      await remove(ROWS);
      await copy(backup.directory, directory);
      secret = backup.secret;
    },
    loseSecret: async () => {
      await remove([SECRET]);
      secret = undefined;
    },
    changeSecret: () => {
      secret = randomBytes(32).toString('hex');
    },
    doubt: () => readDoubt(directory, FILE, secret),
  };
}

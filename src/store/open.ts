import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '../core/clock.ts';
import { ignoreMissing } from '../core/errors.ts';
import type { MarkFile, OwnedDatabase, Store } from './contract.ts';
import { writeDurably } from './disk.ts';
import { StoreUnusable } from './errors.ts';
import { kindOf } from './kinds.ts';
import { sweep } from './schema/schema.ts';
import { createSettingTable } from './schema/setting.ts';
import type { Seal } from './seal/seal.ts';
import { DATA_KEY, loadOrMakeSecret, openSeal, readSecret } from './seal/secret.ts';

/** The store of this installation, which this process owns, and the seal of what is personal in it. */
export interface OpenStore extends Pick<OwnedDatabase, 'holds' | 'lost' | 'close'> {
  readonly store: Store;
  readonly seal: Seal;
  /** A file next to a store in a file, which the next process reads. */
  readonly markFile?: MarkFile;
}

/**
 * @param url as in STORE_URL
 * @param secret as in CACHE_SECRET; without one, it is created once and kept in a file next to the store
 * @param signal ends the wait for another process that owns the installation; without one, it does not wait
 * @throws StoreInUse if another process owns it, StoreUnusable if only a person can help, StoreFailed for problems that may
 * pass by themselves
 */
export async function openStore(
  url: string,
  secret: string | undefined,
  clock: Clock,
  signal?: AbortSignal,
): Promise<OpenStore> {
  const database = await kindOf(url).open(url, clock, signal);
  const { sql, answers, file, holds, lost, close } = database;
  try {
    return {
      ...{ holds, lost, close },
      ...(file !== undefined && { markFile: markFileAt(`${file}.mark`) }),
      seal: await sealOf(database, secret, clock),
      store: { sql, keyv: answers.keyv, sweep: () => sweep(sql, answers, clock) },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function markFileAt(file: string): MarkFile {
  return {
    read: () => ignoreMissing(readFile(file, 'utf8')),
    write: (mark) => writeDurably(file, mark),
  };
}

async function sealOf(
  { sql, file }: OwnedDatabase,
  set: string | undefined,
  clock: Clock,
): Promise<Seal> {
  const settings = createSettingTable(sql, clock);
  const secretFile = `${file}.secret`;
  const kept = async () => {
    // A store without a file ends with the process, and so does its secret.
    if (file === undefined) return randomBytes(32).toString('hex');
    const isNew = (await settings.get(DATA_KEY)) === undefined;
    return isNew ? loadOrMakeSecret(secretFile) : readSecret(secretFile);
  };
  const secret = set ?? (await kept());
  const seal = secret === undefined ? undefined : await openSeal(settings, secret);
  if (seal !== undefined) return seal;
  throw new StoreUnusable(
    set === undefined
      ? `${secretFile} is missing or does not open the store. If rekey or restore was interrupted, run it again. Otherwise restore that file. If it is lost, nobody can read this store: set STORE_URL to a new one.`
      : 'CACHE_SECRET does not open the store: it was sealed with another secret. Set that one. If it is lost, nobody can read this store: set STORE_URL to a new one.',
  );
}

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorCode } from '../../core/error-code.ts';
import { addSecret } from '../../core/operator/secrets.ts';
import { writeDurably } from '../durable-files.ts';
import type { MetadataTable } from '../schema/metadata-table.ts';
import { StoreUnusable } from '../store-errors.ts';
import { createSeal, type Seal } from './seal.ts';

/** The fewest characters of a secret. */
export const MIN_SECRET_LENGTH = 16;
/** The entry with the sealed key. */
export const DATA_KEY = 'data key';
export const SEALED_KEY_SQL = `SELECT value FROM metadata WHERE name = '${DATA_KEY}'`;
const CONTEXT = `metadata.value ${DATA_KEY}`;

/**
 * Personal data is sealed with a random key of the store, and that key with the secret, so that a
 * new secret changes only one row. A new store gets its key here.
 * @returns undefined if the secret does not open the store
 */
export async function openSeal(metadata: MetadataTable, secret: string): Promise<Seal | undefined> {
  const bySecret = createSeal(secret);
  if ((await metadata.get(DATA_KEY)) === undefined) {
    await metadata.insert(DATA_KEY, bySecret.encrypt(randomBytes(32).toString('hex'), CONTEXT));
  }
  const key = bySecret.decrypt((await metadata.get(DATA_KEY)) ?? '', CONTEXT);
  return key === undefined ? undefined : createSeal(key);
}

/**
 * Changes the secret that opens the store.
 * @returns whether the old secret opened it
 */
export async function changeSecret(
  metadata: MetadataTable,
  from: string,
  to: string,
): Promise<boolean> {
  const key = createSeal(from).decrypt((await metadata.get(DATA_KEY)) ?? '', CONTEXT);
  if (key === undefined) return false;
  await metadata.set(DATA_KEY, createSeal(to).encrypt(key, CONTEXT));
  return true;
}

/** @param sealedKey as in an examination */
export function opensWith(sealedKey: string, secret: string): boolean {
  return createSeal(secret).decrypt(sealedKey, CONTEXT) !== undefined;
}

/**
 * The secret that opens the store, from a file next to it. The file is created once, and only the
 * user of the bot can read it.
 * @throws StoreUnusable if the file can be neither read nor created
 */
export async function loadOrCreateSecret(file: string): Promise<string> {
  const kept = await readSecret(file);
  if (kept !== undefined) return kept;
  const made = addSecret(randomBytes(32).toString('base64url'));
  await writeDurably(file, `${made}\n`).catch((error: unknown) => {
    throw new StoreUnusable(
      `${file}, where the secret of the store is kept, cannot be made (${errorCode(error)}). Give this user the rights to its directory and some space on its disk, or set CACHE_SECRET.`,
    );
  });
  return made;
}

/**
 * The secret in such a file; undefined if there is none.
 * @throws StoreUnusable if it cannot be read, or has no secret
 */
export async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = errorCode(error) ?? '';
    if (/^ENO(ENT|TDIR)$/.test(code)) return undefined;
    throw new StoreUnusable(
      `${file} should hold the secret of the store, and cannot be read (${code}). Give this user the rights to it, or restore it.`,
    );
  });
  const secret = text?.trim();
  if (secret === undefined || secret.length >= MIN_SECRET_LENGTH) {
    return secret && addSecret(secret);
  }
  throw new StoreUnusable(
    `${file} should hold the secret of the store, but is empty or cut short. Restore it: without it nobody can read the store.`,
  );
}

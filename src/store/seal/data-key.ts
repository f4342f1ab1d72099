import { randomBytes } from 'node:crypto';
import type { MetadataTable } from '../schema/metadata-table.ts';
import { createSeal, type Seal } from './seal.ts';

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

import { randomBytes } from 'node:crypto';
import type { SettingTable } from '../schema/setting.ts';
import { createSeal, type Seal } from './seal.ts';

/** The setting with the sealed key. */
export const DATA_KEY = 'data key';
const PLACE = { collection: 'setting.value', id: DATA_KEY };

/**
 * What is personal is sealed with a random key of the store's own, and that key with the secret, so that another secret takes one
 * row. A new store gets its key here.
 * @returns undefined if the secret does not open the store
 */
export async function openSeal(
  settings: Pick<SettingTable, 'get' | 'insert'>,
  secret: string,
): Promise<Seal | undefined> {
  const bySecret = createSeal(secret);
  if ((await settings.get(DATA_KEY)) === undefined)
    await settings.insert(DATA_KEY, bySecret.close(randomBytes(32).toString('hex'), PLACE));
  const key = bySecret.open((await settings.get(DATA_KEY)) ?? '', PLACE);
  return key === undefined ? undefined : createSeal(key);
}

/**
 * From now on the new secret opens the store, and the old one does not.
 * @returns whether the old secret opened it
 */
export async function changeSecret(
  settings: Pick<SettingTable, 'get' | 'put'>,
  from: string,
  to: string,
): Promise<boolean> {
  const key = createSeal(from).open((await settings.get(DATA_KEY)) ?? '', PLACE);
  if (key === undefined) return false;
  await settings.put(DATA_KEY, createSeal(to).close(key, PLACE));
  return true;
}

/** @param sealedKey as in an examination */
export function opensWith(sealedKey: string, secret: string): boolean {
  return createSeal(secret).open(sealedKey, PLACE) !== undefined;
}

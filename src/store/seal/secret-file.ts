import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorCode } from '../../core/error-code.ts';
import { addSecret } from '../../core/operator/secrets.ts';
import { writeDurably } from '../durable-files.ts';
import { StoreUnusable } from '../store-errors.ts';

/** The fewest characters of a secret. */
export const MIN_SECRET_LENGTH = 16;

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

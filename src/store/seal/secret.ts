import { createSecretKey, hkdfSync, type KeyObject, randomBytes, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { codeOf } from '../../core/errors.ts';
import { keepSecret } from '../../core/secrets.ts';
import { StoreUnusable } from '../errors.ts';
import { createMarkFile } from '../mark-file.ts';

/** Fewest characters of a secret. */
export const LEAST_SECRET = 16;

/** Makes every guess cost 32 MB and about a tenth of a second (RFC 7914), and a start with a phrase as much, once. */
const STRETCH = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
/** How many different characters random text of the length below always has. */
const VARIETY = { hexadecimal: 8, base64: 16 };

/** The keys of a secret, as key objects: at each use of a key of bytes, Node.js 24 takes longer than the sealing itself. */
export interface SealKeys {
  readonly seal: KeyObject;
  readonly hash: KeyObject;
}

/**
 * Derives the keys from a secret, which the log masks from now on. A secret of 32 random bytes is used as it is; anything
 * that a person may have made up is stretched by scrypt.
 */
export function deriveKeys(secret: string): SealKeys {
  keepSecret(secret);
  // The salt is constant: before the store is open, the processes of one installation share nothing but the secret.
  const from = isRandom(secret) ? secret : scryptSync(secret, 'imei-bot', 32, STRETCH);
  return { seal: derive(from, 'seal'), hash: derive(from, 'hash') };
}

/** Whether it looks like 32 random bytes in hexadecimal or base64, as `openssl rand` writes them. */
function isRandom(secret: string): boolean {
  const variety = new Set(secret).size;
  if (/^[0-9a-f]{64,}$/i.test(secret)) return variety >= VARIETY.hexadecimal;
  return (
    /^[\w+/-]{43,}={0,2}$/.test(secret) &&
    variety >= VARIETY.base64 &&
    [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(secret))
  );
}

function derive(secret: string | Buffer, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'imei-bot', use, 32)));
}

/**
 * The secret that opens the store, from a file beside it; made once, readable by its owner only. Without it nobody can read the store.
 * @throws StoreUnusable when the file can neither be read nor made
 */
export async function loadOrMakeSecret(file: string): Promise<string> {
  const kept = await readSecret(file);
  if (kept !== undefined) return kept;
  const made = keepSecret(randomBytes(32).toString('base64url'));
  await createMarkFile(file)
    .write(`${made}\n`)
    .catch((error: unknown) => {
      throw new StoreUnusable(
        `${file}, where the secret of the store is kept, cannot be made (${codeOf(error)}). Give this user the rights to its directory and some space on its disk, or set CACHE_SECRET.`,
      );
    });
  return made;
}

/**
 * The secret in such a file; undefined if there is none.
 * @throws StoreUnusable when it cannot be read, or holds no secret
 */
export async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = codeOf(error) ?? '';
    if (/^ENO(ENT|TDIR)$/.test(code)) return undefined;
    throw new StoreUnusable(
      `${file} should hold the secret of the store, and cannot be read (${code}). Give this user the rights to it, or restore it.`,
    );
  });
  const secret = text?.trim();
  if (secret === undefined || secret.length >= LEAST_SECRET) return secret && keepSecret(secret);
  throw new StoreUnusable(
    `${file} should hold the secret of the store, but is empty or cut short. Restore it: without it nobody can read the store.`,
  );
}

import { createSecretKey, hkdfSync, type KeyObject, randomBytes, scryptSync } from 'node:crypto';
import { link, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../core/errors.ts';
import { keepSecret } from '../../core/secrets.ts';
import { makeDirectory } from '../directory.ts';
import { StoreUnusable } from '../errors.ts';

/** Fewest characters of a secret. */
export const LEAST_SECRET = 16;
/** No file of a secret is larger. */
const MOST_BYTES = 1_000_000;

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
 * The secret that the store is sealed with, from a file beside the store; made once, readable by its owner only.
 * Losing the file loses the cache and open requests, and makes the next start wait for a window of the limit.
 * @throws StoreUnusable when the file can neither be read nor made
 */
export async function loadOrMakeSecret(file: string): Promise<string> {
  const kept = await readSecret(file);
  if (kept !== undefined) return kept;
  const made = await makeSecret(file).catch((error: unknown) => {
    throw new StoreUnusable(
      `${file}, where the secret of the store is kept, cannot be made (${codeOf(error) ?? 'unknown'}). Give this user the rights to its directory and some space on its disk, or set CACHE_SECRET.`,
    );
  });
  // What another process made in the same moment is the secret then.
  return (await readSecret(file)) ?? made;
}

/**
 * Makes a secret, and the file with it unless there is one by then.
 * @throws what the file system says
 */
async function makeSecret(file: string): Promise<string> {
  await makeDirectory(dirname(file));
  // Written whole before it gets its name, so that nobody reads half a secret.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const made = keepSecret(randomBytes(32).toString('base64url'));
  await writeFile(draft, `${made}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return made;
}

/**
 * The secret in such a file; undefined if there is none.
 * @throws StoreUnusable when it cannot be read, or holds no secret
 */
export async function readSecret(file: string): Promise<string | undefined> {
  const text = await textIn(file).catch((error: unknown) => {
    if (/^ENO(ENT|TDIR)$/.test(codeOf(error) ?? '')) return undefined;
    throw new StoreUnusable(
      `${file} should hold the secret of the store, and cannot be read (${codeOf(error) ?? 'unknown'}). Give this user the rights to it, or restore it.`,
    );
  });
  if (text === undefined) return undefined;
  if (text.length >= LEAST_SECRET) return keepSecret(text);
  throw new StoreUnusable(
    `${file} should hold the secret of the store, but is empty or cut short. Restore it, or delete it to begin with a new one, which opens nothing of what was kept.`,
  );
}

async function textIn(file: string): Promise<string> {
  const found = await stat(file);
  // Whoever reads a pipe waits for somebody to write.
  if (!found.isFile() || found.size > MOST_BYTES)
    throw Object.assign(new Error('no file of a secret'), {
      code: found.isDirectory() ? 'EISDIR' : 'no text file',
    });
  return (await readFile(file, 'utf8')).trim();
}

import { createSecretKey, hkdfSync, type KeyObject, scryptSync } from 'node:crypto';
import { keepSecret } from '../../core/secrets.ts';

/** Makes every guess cost 32 MB and about a tenth of a second (RFC 7914), and a start with a phrase as much, once. */
const STRETCH = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
/** How many different characters random text of the length below always has. */
const VARIETY = { hexadecimal: 8, base64: 16 };

/** The keys of one secret, as key objects: at each use of a key of bytes, Node.js 24 takes longer than the sealing itself. */
export interface SealKeys {
  readonly seal: KeyObject;
  readonly hash: KeyObject;
  /** Hashes the result of the key above once more, if that key could be guessed. */
  readonly rehash?: KeyObject;
}

/**
 * Derives the keys from a secret, and has the log mask all of them. A secret of 32 random bytes is used as it is; anything
 * that a person may have made up is stretched by scrypt.
 */
export function deriveKeys(secret: string): SealKeys {
  const hash = derive(keepSecret(secret), 'hash');
  if (isRandom(secret)) return { seal: derive(secret, 'seal 2'), hash };
  // The salt is constant: before the store is open, the processes of one installation share nothing but the secret.
  const stretched = keepSecret(scryptSync(secret, 'imei-bot', 32, STRETCH));
  return { seal: derive(stretched, 'seal 2'), hash, rehash: derive(stretched, 'hash 2') };
}

/** The key of values that were sealed before format 2 of the seal. */
export function formerKey(secret: string): KeyObject {
  return derive(secret, 'seal');
}

/** Whether it looks like 32 random bytes in hexadecimal or base64, as `openssl rand` writes them. */
export function isRandom(secret: string): boolean {
  const variety = new Set(secret).size;
  if (/^[0-9a-f]{64,}$/i.test(secret)) return variety >= VARIETY.hexadecimal;
  return (
    /^[\w+/-]{43,}={0,2}$/.test(secret) &&
    variety >= VARIETY.base64 &&
    [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(secret))
  );
}

function derive(secret: string | Buffer, use: string): KeyObject {
  return createSecretKey(keepSecret(Buffer.from(hkdfSync('sha256', secret, 'imei-bot', use, 32))));
}

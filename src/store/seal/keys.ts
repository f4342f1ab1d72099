import { hkdfSync, scryptSync } from 'node:crypto';
import { keepSecret } from '../../core/secrets.ts';

/** 32 MB and about a tenth of a second for every guess (RFC 7914); a start with a phrase takes so much longer, once. */
const STRETCH = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
/** Different characters that random text of the length below always has. */
const VARIETY = { hexadecimal: 8, base64: 16 };

export interface SealKeys {
  readonly seal: Buffer;
  readonly hash: Buffer;
  /** Hashes once more what the key above has hashed, where that key could be guessed. */
  readonly rehash?: Buffer;
}

/**
 * What is derived from a secret, all of it kept out of the log: from 32 random bytes at once, from anything that a person may have made up by scrypt.
 */
export function deriveKeys(secret: string): SealKeys {
  const hash = derive(keepSecret(secret), 'hash');
  if (isRandom(secret)) return { seal: derive(secret, 'seal 2'), hash };
  // No salt of its own: the processes of one installation share nothing but the secret before they have opened the store.
  const stretched = keepSecret(scryptSync(secret, 'imei-bot', 32, STRETCH));
  return { seal: derive(stretched, 'seal 2'), hash, rehash: derive(stretched, 'hash 2') };
}

/** What values were sealed with before format 2 of the seal. */
export function formerKey(secret: string): Buffer {
  return derive(secret, 'seal');
}

/** Whether it can be taken for 32 random bytes: so many in hexadecimal or base64, as `openssl rand` writes them. */
export function isRandom(secret: string): boolean {
  const variety = new Set(secret).size;
  if (/^[0-9a-f]{64,}$/i.test(secret)) return variety >= VARIETY.hexadecimal;
  return (
    /^[\w+/-]{43,}={0,2}$/.test(secret) &&
    variety >= VARIETY.base64 &&
    [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(secret))
  );
}

function derive(secret: string | Buffer, use: string): Buffer {
  return keepSecret(Buffer.from(hkdfSync('sha256', secret, 'imei-bot', use, 32)));
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
  scryptSync,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addSecret } from '../../core/operator/secrets.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A secret of this length holds 32 random bytes, as `openssl rand -base64 32` writes them. */
const RANDOM_LENGTH = 43;
/** For a shorter secret, each guess costs 32 MB and about a tenth of a second (RFC 7914). */
const STRETCH = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
/**
 * Names whose hashes are remembered: a request uses those of its person and its rows several times.
 */
const REMEMBERED = 1_000;

/** Keeps personal data out of the store: names become keyed hashes, contents are encrypted. */
export interface Seal {
  /**
   * A keyed hash, always the same for a name. Nobody without the secret can compute it, so hashing
   * all IMEIs does not reveal one.
   */
  hash(name: string): string;
  /**
   * @param context the column and the key of the row, such as `request.body 7`. In another context
   *   the text cannot be decrypted.
   */
  encrypt(text: string, context: string): string;
  /** Undefined if the text was sealed with another secret or context, or was changed. */
  decrypt(sealed: string, context: string): string | undefined;
}

/** Hashes the names of rows, so that nobody without the secret can find out whose they are. */
export type Hasher = Pick<Seal, 'hash'>;

/**
 * @param secret any text, which the log masks from now on; a short one is stretched, which takes a
 *   tenth of a second
 */
export function createSeal(secret: string): Seal {
  addSecret(secret);
  // The salt is constant: before the store is open, the processes of one installation share nothing
  // but the secret.
  const isShort = secret.length < RANDOM_LENGTH;
  const strong = isShort ? scryptSync(secret, 'imei-bot', 32, STRETCH) : secret;
  // Key objects: at each use of a key of bytes, Node.js 24 takes longer than the sealing itself.
  // There is no public issue: measure both again after an update.
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', strong, 'imei-bot', purpose, 32)));
  const sealKey = derive('seal');
  const hashKey = derive('hash');
  const hashes = new LRUCache<string, string>({ max: REMEMBERED });
  const nextNonce = createNonces();
  return {
    hash: (name) => {
      const remembered = hashes.get(name);
      if (remembered !== undefined) return remembered;
      const hash = createHmac('sha256', hashKey).update(name).digest('base64url');
      hashes.set(name, hash);
      return hash;
    },
    encrypt: (text, context) => {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(context));
      const body = cipher.update(text, 'utf8');
      // Only the tag is computed here.
      cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    decrypt: (sealed, context) => decrypt(sealKey, Buffer.from(sealed, 'base64'), context),
  };
}

/**
 * Draws random bytes for many nonces together, which costs as much as for one. No nonce is used
 * twice.
 */
function createNonces(): () => Buffer {
  const drawn = Buffer.alloc(NONCE_BYTES * 256);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += NONCE_BYTES;
    return drawn.subarray(used - NONCE_BYTES, used);
  };
}

/**
 * Undefined if authentication fails: another secret, another context, or a damaged row. Callers
 * treat it as a missing row.
 */
function decrypt(key: KeyObject, bytes: Buffer, context: string): string | undefined {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  decipher.setAAD(Buffer.from(context));
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    // Throws unless the tag is right. Before that the text is not authenticated.
    decipher.final();
    return text.toString('utf8');
  } catch {
    // Callers treat it as a missing row.
    return undefined;
  }
}

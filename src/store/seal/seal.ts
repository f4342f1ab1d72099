import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKeys, formerKey } from './keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCES_AT_ONCE = 256;
/** Begins every value of this format; base64, which those of the former format were, has no full stop. */
const MARK = '2.';

/** Keeps personal data out of the file: names become keyed hashes, contents are encrypted. */
export interface Seal {
  /** The same name gives the same hash; without the secret it cannot be guessed by trying all IMEIs. */
  hash(name: string): string;
  /** What an earlier version hashed the name to, where that was something else. */
  formerHash(name: string): string | undefined;
  /** Today's hash of what an earlier version hashed to this. */
  rehash(former: string): string;
  /** @param place where it will stand: the collection and the id of the row. Anywhere else it cannot be opened. */
  close(text: string, place: Place): string;
  /** The text, or nothing when it was sealed with another secret or for another place, or changed since. */
  open(sealed: string, place: Place): string | undefined;
  /** The text of a value of the former format, which names no place, while such values are still read. */
  openFormer(sealed: string): string | undefined;
  /** From now on, nothing of the former format is opened: whoever can write the store could put it in any place. */
  refuseFormer(): void;
}

/** The place of answers, which are in no collection. */
export const ANSWERS = 'answers';

export interface Place {
  readonly collection: string;
  readonly id: string;
}

/** @param secret any text; what looks like a phrase is stretched, which takes a tenth of a second */
export function createSeal(secret: string): Seal {
  const keys = deriveKeys(secret);
  const nextNonce = createNonces();
  let readsFormer = true;
  const rehash = (former: string): string => (keys.rehash === undefined ? former : hmac(keys.rehash, former));
  return {
    hash: (name) => rehash(hmac(keys.hash, name)),
    formerHash: (name) => (keys.rehash === undefined ? undefined : hmac(keys.hash, name)),
    rehash,
    close: (text, place) => {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(bytesOf(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (sealed, place) =>
      isSealed(sealed) ? decrypt(keys.seal, sealed.slice(MARK.length), bytesOf(place)) : undefined,
    openFormer: (sealed) =>
      readsFormer && !isSealed(sealed) ? decrypt(formerKey(secret), sealed) : undefined,
    refuseFormer: () => {
      readsFormer = false;
    },
  };
}

/** Whether a value is sealed in this format; those that are not sealed at all begin otherwise as well. */
export function isSealed(value: string): boolean {
  return value.startsWith(MARK);
}

/** Nothing when authentication fails: another secret, another place, or a damaged row. All of these count as no row. */
function decrypt(key: Buffer, base64: string, place?: Buffer): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  if (place !== undefined) decipher.setAAD(place);
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return undefined;
  }
}

/** No collection's name has a line break, so that no two places give the same bytes. */
function bytesOf({ collection, id }: Place): Buffer {
  return Buffer.from(`${collection}\n${id}`);
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Random bytes are fetched for many at once: asking for them takes longer than sealing a row. */
function createNonces(): () => Buffer {
  let bytes = Buffer.alloc(0);
  return () => {
    if (bytes.length < NONCE_BYTES) bytes = randomBytes(NONCES_AT_ONCE * NONCE_BYTES);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    bytes = bytes.subarray(NONCE_BYTES);
    return nonce;
  };
}

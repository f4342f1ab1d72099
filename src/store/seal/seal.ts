import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { deriveKeys } from './secret.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCES_AT_ONCE = 256;
/** How many hashes are kept in memory, and the longest name among them: a few hundred kilobytes in all. */
const HASHES_KEPT = 1_000;
const LONGEST_KEPT = 100;
/** The prefix of every sealed value. */
const MARK = '2.';

/** Names rows, so that nobody without the secret finds out whose or what they are. */
export type Naming = Pick<Seal, 'hash'>;

/** Keeps personal data out of the store: names become keyed hashes, contents are encrypted. */
export interface Seal {
  /** The same name gives the same hash, which nobody without the secret can find by hashing all IMEIs. */
  hash(name: string): string;
  /** @param place where it will stand: the collection and the id of the row. Anywhere else it cannot be opened. */
  close(text: string, place: RowAddress): string;
  /** Undefined if it was sealed with another secret, or for another place, or was changed since. */
  open(sealed: string, place: RowAddress): string | undefined;
}

/** The collection of answers in a place. */
export const ANSWERS = 'answers';

export interface RowAddress {
  readonly collection: string;
  readonly id: string;
}

/** @param secret any text; a phrase is stretched, which takes a tenth of a second */
export function createSeal(secret: string): Seal {
  const keys = deriveKeys(secret);
  const nextNonce = createNonces();
  return {
    hash: remembered((name) => createHmac('sha256', keys.hash).update(name).digest('base64url')),
    close: (text, place) => {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(bytesOf(place));
      const body = cipher.update(text, 'utf8');
      // It holds nothing back for the end but the tag.
      cipher.final();
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (sealed, place) =>
      sealed.startsWith(MARK)
        ? decrypt(keys.seal, Buffer.from(sealed.slice(MARK.length), 'base64'), bytesOf(place))
        : undefined,
  };
}

/** Remembers hashes, since one request asks for those of its person and its IMEI many times. */
function remembered(hash: (name: string) => string): (name: string) => string {
  const known = new LRUCache<string, string>({ max: HASHES_KEPT });
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = hash(name);
    if (name.length <= LONGEST_KEPT) known.set(name, made);
    return made;
  };
}

/** Undefined if authentication fails: another secret, another place, or a damaged row. All of these count as no row. */
function decrypt(key: KeyObject, bytes: Buffer, place: Buffer): string | undefined {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  decipher.setAAD(place);
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    // Throws unless the tag is right: until then the text is anybody's.
    decipher.final();
    return text.toString('utf8');
  } catch {
    return undefined;
  }
}

/** No collection's name has a line break, so that no two places give the same bytes. */
function bytesOf({ collection, id }: RowAddress): Buffer {
  return Buffer.from(`${collection}\n${id}`);
}

/** Takes random bytes from a stock that is filled for many values at once: asking for them takes longer than sealing. */
function createNonces(): () => Buffer {
  let bytes = Buffer.alloc(0);
  return () => {
    if (bytes.length < NONCE_BYTES) bytes = randomBytes(NONCES_AT_ONCE * NONCE_BYTES);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    bytes = bytes.subarray(NONCE_BYTES);
    return nonce;
  };
}

import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKeys } from './secret.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
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
  return {
    hash: (name) => createHmac('sha256', keys.hash).update(name).digest('base64url'),
    close: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES);
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

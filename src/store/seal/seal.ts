import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { deriveKeys, formerKey, secretsIn } from './secret.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCES_AT_ONCE = 256;
/** How many hashes are kept in memory, and the longest name among them: a few hundred kilobytes in all. */
const HASHES_KEPT = 1_000;
const LONGEST_KEPT = 100;
/** The prefix of every value of this format; values of the former format are base64, which has no full stop. */
const MARK = '2.';

/** Keeps personal data out of the store: names become keyed hashes, contents are encrypted. */
export interface Seal {
  /** The same name gives the same hash, which nobody without the secret can find by hashing all IMEIs. */
  hash(name: string): string;
  /** The name's hashes by an earlier version, and under the other secrets of the list. */
  formerHashes(name: string): readonly string[];
  /** @param place where it will stand: the collection and the id of the row. Anywhere else it cannot be opened. */
  close(text: string, place: RowAddress): string;
  /** Undefined if it was sealed with a secret that is not in the list, or for another place, or was changed since. */
  open(sealed: string, place: RowAddress): string | undefined;
  /** Whether the list has more than one secret. */
  readonly hasOlder: boolean;
  /** Whether the first secret of the list opens it. */
  isOfFirst(sealed: string, place: RowAddress): boolean;
  /** Opens a value of the former format, which is bound to no place; undefined once such values are refused. */
  openFormer(sealed: string): FormerText | undefined;
  /** Opens no value of the former format from now on: anybody who can write to the store could move it to any place. */
  refuseFormer(): void;
}

/** A text of the former format. */
export interface FormerText {
  readonly text: string;
  /** The present hash for a hash that the text contains. */
  rehash(former: string): string;
}

/** Stands for a collection in the place of an answer. */
export const ANSWERS = 'answers';

export interface RowAddress {
  readonly collection: string;
  readonly id: string;
}

/**
 * @param secret any text, or several, separated by commas, of which the first one seals; a phrase is stretched, which takes
 *   a tenth of a second
 */
export function createSeal(secret: string): Seal {
  const [firstSecret, ...olderSecrets] = secretsIn(secret);
  const first = sealOf(firstSecret);
  const older = olderSecrets.map(sealOf);
  const all = [first, ...older];
  const formers = [...first.formers, ...older.flatMap(({ hash, formers }) => [hash, ...formers])];
  const nextNonce = createNonces();
  let readsFormer = true;
  return {
    hasOlder: older.length > 0,
    hash: remembered(first.hash),
    formerHashes: (name) => formers.map((hash) => hash(name)),
    close: (text, place) => {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(bytesOf(place));
      const body = cipher.update(text, 'utf8');
      // It holds nothing back for the end but the tag.
      cipher.final();
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (sealed, place) => openWith(all, sealed, place),
    isOfFirst: (sealed, place) => openWith([first], sealed, place) !== undefined,
    openFormer: (sealed) => (readsFormer && !isSealed(sealed) ? openFormerWith(all, sealed) : undefined),
    refuseFormer: () => {
      readsFormer = false;
    },
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

/** Hashes, seals and opens with one secret. */
function sealOf(secret: string) {
  const { seal: key, hash: hashKey, rehash: again } = deriveKeys(secret);
  const once = hashesWith(hashKey);
  const rehash = again === undefined ? (former: string): string => former : hashesWith(again);
  return {
    key,
    rehash,
    hash: again === undefined ? once : (name: string): string => rehash(once(name)),
    /** How an earlier version hashed. */
    formers: again === undefined ? [] : [once],
    openFormer: (sealed: string): string | undefined =>
      decrypt(formerKey(secret), Buffer.from(sealed, 'base64')),
  };
}

type OneSeal = ReturnType<typeof sealOf>;

/** Opens it with the first of the secrets that does. */
function openWith(secrets: readonly OneSeal[], sealed: string, place: RowAddress): string | undefined {
  if (!isSealed(sealed)) return undefined;
  const bytes = Buffer.from(sealed.slice(MARK.length), 'base64');
  const placeBytes = bytesOf(place);
  for (const { key } of secrets) {
    const text = decrypt(key, bytes, placeBytes);
    if (text !== undefined) return text;
  }
  return undefined;
}

function openFormerWith(secrets: readonly OneSeal[], sealed: string): FormerText | undefined {
  for (const { openFormer, rehash } of secrets) {
    const text = openFormer(sealed);
    if (text !== undefined) return { text, rehash };
  }
  return undefined;
}

/** Whether a value is sealed in this format. Values of the former format, and unsealed ones, lack its prefix. */
export function isSealed(value: string): boolean {
  return value.startsWith(MARK);
}

/** Undefined if authentication fails: another secret, another place, or a damaged row. All of these count as no row. */
function decrypt(key: KeyObject, bytes: Buffer, place?: Buffer): string | undefined {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  if (place !== undefined) decipher.setAAD(place);
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

function hashesWith(key: KeyObject): (text: string) => string {
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
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

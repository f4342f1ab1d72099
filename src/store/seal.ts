import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Collection, Entries } from './store.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCES_AT_ONCE = 256;

/** Keeps personal data out of the file: names become keyed hashes, contents are encrypted. */
export interface Seal {
  /** The same name gives the same hash; without the secret it cannot be guessed by trying all IMEIs. */
  hash(name: string): string;
  close(text: string): string;
  /** The text, or nothing when it was sealed with another secret or changed since. */
  open(sealed: string): string | undefined;
}

/** @param secret any text; two keys are derived from it */
export function createSeal(secret: string): Seal {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'imei-bot', use, 32));
  const hashKey = derive('hash');
  const sealKey = derive('seal');
  const nextNonce = createNonces();
  return {
    hash: (name) => createHmac('sha256', hashKey).update(name).digest('base64url'),
    close: (text) => {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return (
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        // Authentication failed: another secret, or a damaged row. Both count as no row.
        return undefined;
      }
    },
  };
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

/**
 * The same rows with their values sealed; ids and counters stay as they are. A value is compared with what it says, since
 * no two sealed ones are the same: it is read, and changed while it is still what was read.
 */
export function sealedRows(rows: Collection, seal: Seal): Collection {
  const open = (entries: Entries): Entries =>
    entries.flatMap(([id, sealed]) => {
      const value = seal.open(sealed);
      return value === undefined ? [] : [[id, value] as const];
    });
  /** The row as it is stored, while it says what is expected. */
  const stored = async (id: string, expected: string): Promise<string | undefined> => {
    const sealed = await rows.get(id);
    return sealed !== undefined && seal.open(sealed) === expected ? sealed : undefined;
  };
  return {
    delete: rows.delete,
    add: rows.add,
    insert: (id, value, options) => rows.insert(id, seal.close(value), options),
    put: (id, value, options) => rows.put(id, seal.close(value), options),
    get: async (id) => {
      const sealed = await rows.get(id);
      return sealed === undefined ? undefined : seal.open(sealed);
    },
    replace: async (id, expected, value, options) => {
      const before = await stored(id, expected);
      return before !== undefined && rows.replace(id, before, seal.close(value), options);
    },
    deleteIf: async (id, expected) => {
      const before = await stored(id, expected);
      return before !== undefined && rows.deleteIf(id, before);
    },
    entries: async () => open(await rows.entries()),
    entriesOf: async (group) => open(await rows.entriesOf(group)),
    portions: async function* (which) {
      for await (const portion of rows.portions(which)) yield open(portion);
    },
  };
}

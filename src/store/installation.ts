import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/time/clock.ts';
import { closeQuietly } from './closable.ts';
import { markFileOf, secretFileOf } from './file-names.ts';
import { createMarkFile, type MarkFile } from './mark-file.ts';
import type { OwnedDatabase } from './owned-database.ts';
import { MetadataTable } from './schema/metadata-table.ts';
import { DATA_KEY, openSeal, opensWith } from './seal/data-key.ts';
import type { Seal } from './seal/seal.ts';
import { loadOrCreateSecret, readSecret } from './seal/secret-file.ts';
import { StoreUnusable } from './store-errors.ts';
import { storeKindOf } from './store-kinds.ts';

/**
 * An installation that this process owns. Its store:
 *
 *     store-kinds               the databases that STORE_URL can name; loads the library of one
 *     owned-database            what a database offers
 *     sqlite/sqlite-store       opens a SQLite file; `store-lock` makes this process its owner
 *     sqlite/store-copy         copies and replaces files, for backup and restore
 *     postgres/postgres-store   opens PostgreSQL; `lease` is the session that owns it
 *     store-examination         what the doctor finds out, by `examine-…` in both folders
 *
 *     sql                       reads and transactions; `group-commit` lets them share commits
 *     schema/tables             all tables, each in a file; `sweep` deletes the rows that expired
 *     schema/send-table         the sends; `ended-sends` reads their answers, `spent-checks` counts
 *     schema-version            makes the tables, and refuses those of another version
 *     answers/answer-store      the saved answers in Keyv: in a SQLite file, or in a table
 *     store-health              knows whether the store works; repeats failed writes (`backlog`);
 *                               `watch-database` reports each failure to it
 *
 *     seal/seal                 encrypts what is personal
 *     seal/data-key             the key for that, sealed with the secret that opens the store
 *     seal/secret-file          that secret, if CACHE_SECRET is not set
 *     file-names                the names of the files of an installation
 *     mark-file                 the file with the mark of the last process
 *     durable-files, draft      writes a file so that it is always whole
 *     store-errors, closable    what can go wrong; closes what nobody uses any more
 */
export interface Installation {
  readonly database: OwnedDatabase;
  /** Seals what is personal in the database. */
  readonly seal: Seal;
  /** The file with the mark of this process, for the next one. Only if the database is a file. */
  readonly markFile?: MarkFile | undefined;
}

interface InstallationOptions {
  /** A URL as in STORE_URL. */
  readonly url: string;
  /** A secret as in CACHE_SECRET. If there is none, the store has its own: see `loadOwnSecret`. */
  readonly secret: string | undefined;
  readonly clock: Clock;
  /**
   * PostgreSQL only: ends the wait while another process owns the installation. Without a
   * signal, and with SQLite, opening does not wait.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes this process the owner of the installation. With PostgreSQL and a signal, it waits while
 * another process owns it.
 * @throws StoreInUse if another process owns it, StoreUnusable if only a person can help,
 *   StoreFailed for problems that may pass by themselves, or the reason of the signal
 */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const { url, secret, clock } = options;
  const assertOpens = (sealedKey: string): void => {
    const isRight = secret !== undefined && opensWith(sealedKey, secret);
    if (!isRight) throw new StoreUnusable(WRONG_SECRET);
  };
  const database = await storeKindOf(url).open({ ...options, assertOpens });
  const { file } = database;
  try {
    return {
      database,
      seal: await unlock(database, secret, clock),
      markFile: file === undefined ? undefined : createMarkFile(markFileOf(file)),
    };
  } catch (error) {
    await closeQuietly(database);
    throw error;
  }
}

/**
 * @param givenSecret as in CACHE_SECRET
 * @throws StoreUnusable if there is no secret, or it does not open the store
 */
async function unlock(
  { sql, file }: OwnedDatabase,
  givenSecret: string | undefined,
  clock: Clock,
): Promise<Seal> {
  const metadata = new MetadataTable(sql, clock);
  const secret = givenSecret ?? (await loadOwnSecret(metadata, file));
  const seal = secret === undefined ? undefined : await openSeal(metadata, secret);
  if (seal !== undefined) return seal;
  const isSecretFromFile = givenSecret === undefined && file !== undefined;
  throw new StoreUnusable(isSecretFromFile ? wrongFile(secretFileOf(file)) : WRONG_SECRET);
}

/**
 * The secret in the file next to the store. For a new store this makes the file; if an older store
 * lacks it, undefined. An in-memory store gets a random secret and no file.
 */
async function loadOwnSecret(
  metadata: MetadataTable,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return randomBytes(32).toString('hex');
  const isNew = (await metadata.get(DATA_KEY)) === undefined;
  return isNew ? loadOrCreateSecret(secretFileOf(file)) : readSecret(secretFileOf(file));
}

const WRONG_SECRET =
  'CACHE_SECRET does not open the store: it was sealed with another secret. Set that one. If it is lost, nobody can read this store: set STORE_URL to a new one.';

function wrongFile(secretFile: string): string {
  return `${secretFile} is missing or does not open the store. If rekey or restore was interrupted, run it again. Otherwise restore that file. If it is lost, nobody can read this store: set STORE_URL to a new one.`;
}

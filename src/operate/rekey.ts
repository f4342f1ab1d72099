import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import type { StoreSettings } from '../config/store-and-proxy.ts';
import { EXIT, OperatorError } from '../core/operator/operator-error.ts';
import { addSecret } from '../core/operator/secrets.ts';
import type { Clock } from '../core/time/clock.ts';
import { syncDirectoryOf } from '../store/durable-files.ts';
import { secretFileOf } from '../store/file-names.ts';
import type { OwnedDatabase } from '../store/owned-database.ts';
import { MetadataTable } from '../store/schema/metadata-table.ts';
import { changeSecret, DATA_KEY, opensWith } from '../store/seal/data-key.ts';
import { MIN_SECRET_LENGTH, readSecret } from '../store/seal/secret-file.ts';
import { storeKindOf, storePathOf } from '../store/store-kinds.ts';
import { formerNameOf, keepingOwner, writeSecret } from './store-files.ts';
import { readStoreSettings } from './store-settings.ts';
import { refuseWords, type Tool, type ToolContext } from './tool.ts';

/** Time to wait for an installation in PostgreSQL that a bot may own. */
const PATIENCE_MS = 3_000;

/** Changes the secret of the store. */
export const rekey: Tool = {
  usage: `rekey
    Changes the secret that opens the store, while no bot runs on it. NEW_CACHE_SECRET is the new one. If the secret is
    in the file next to the store, rekey makes a new one and writes it there.`,
  run: async (words, context) => {
    refuseWords(words);
    const settings = readStoreSettings(context);
    const { storeUrl } = settings;
    const secret = await secretOf(settings, context);
    await keepingOwner(storePathOf(storeUrl), async () => {
      const database = await openUnused(storeUrl, context.clock);
      try {
        await secret.change(new MetadataTable(database.sql, context.clock));
      } finally {
        await database.close();
      }
    });
    context.print('The store has a new secret.');
    context.print(secret.whereItIs);
    return EXIT.ok;
  },
};

/** The secret of a store, which is in the settings or in a file. */
interface ChangeableSecret {
  /** Advice where the new secret is or has to be written, and what to do with the old one. */
  readonly whereItIs: string;
  /**
   * Seals the store with a new secret.
   * @throws OperatorError if the old one does not open it
   */
  change(metadata: MetadataTable): Promise<void>;
}

/** @throws OperatorError if the store has no secret, or NEW_CACHE_SECRET cannot be one */
async function secretOf(
  { storeUrl, cacheSecret }: StoreSettings,
  context: ToolContext,
): Promise<ChangeableSecret> {
  const file = storePathOf(storeUrl);
  const wanted = context.environment.NEW_CACHE_SECRET?.trim() ?? '';
  if (cacheSecret !== undefined) return new SecretOfOperator(cacheSecret, newSecret(wanted));
  const before = file === undefined ? undefined : await readSecret(secretFileOf(file));
  if (file === undefined || before === undefined) {
    throw new OperatorError(
      'The store has no secret yet, or the file with it is missing. Start the bot once, or restore that file.',
    );
  }
  return new SecretInFile({
    file,
    formerFile: formerNameOf(file, context.clock),
    before,
    wanted: wanted === '' ? undefined : newSecret(wanted),
  });
}

/**
 * The new secret, masked from now on.
 * @throws OperatorError if it is too short
 */
function newSecret(secret: string): string {
  if (secret.length >= MIN_SECRET_LENGTH) return addSecret(secret);
  throw new OperatorError(`Write at least ${MIN_SECRET_LENGTH} characters into NEW_CACHE_SECRET.`);
}

/** The secret is in CACHE_SECRET, where only the operator can write the new one. */
class SecretOfOperator implements ChangeableSecret {
  readonly whereItIs =
    'Set CACHE_SECRET to NEW_CACHE_SECRET before the next start. Older backups open with the old one: keep it as well.';
  readonly #before: string;
  readonly #after: string;

  constructor(before: string, after: string) {
    this.#before = before;
    this.#after = after;
  }

  async change(metadata: MetadataTable): Promise<void> {
    const isChanged = await changeSecret(metadata, this.#before, this.#after);
    if (!isChanged) throw doesNotOpen('CACHE_SECRET');
  }
}

/** The secrets of a store and where `secretFileOf` puts their files. */
interface StoreSecrets {
  readonly file: string;
  /** The name of the store's file to which the old secret will belong. */
  readonly formerFile: string;
  readonly before: string;
  /** The secret in NEW_CACHE_SECRET; undefined if rekey makes the new one. */
  readonly wanted: string | undefined;
}

/**
 * The secret is in the file next to the store. The new one has a file of its own until the store is
 * sealed with it, so one of the two files opens the store whenever this is interrupted.
 */
class SecretInFile implements ChangeableSecret {
  readonly #secrets: StoreSecrets;
  readonly #newFile: string;

  constructor(secrets: StoreSecrets) {
    this.#secrets = secrets;
    this.#newFile = `${secrets.file}.new`;
  }

  get whereItIs(): string {
    const { file, formerFile } = this.#secrets;
    return `It is in ${secretFileOf(file)}. Keep ${secretFileOf(formerFile)} as well: older backups open with that one.`;
  }

  async change(metadata: MetadataTable): Promise<void> {
    const { file, formerFile, before, wanted } = this.#secrets;
    const sealed = (await metadata.get(DATA_KEY)) ?? '';
    const interrupted = await this.#secretOfInterruptedRekey(sealed);
    if (interrupted === undefined) {
      await this.#seal(metadata, sealed);
    } else if (wanted !== undefined && wanted !== interrupted) {
      throw hasOtherNewSecret(secretFileOf(this.#newFile));
    }
    await writeSecret(formerFile, before);
    await rename(secretFileOf(this.#newFile), secretFileOf(file));
    await syncDirectoryOf(secretFileOf(file));
  }

  /** Writes the new secret to its own file and seals the store with it. */
  async #seal(metadata: MetadataTable, sealed: string): Promise<void> {
    const { file, before, wanted } = this.#secrets;
    if (!opensWith(sealed, before)) throw doesNotOpen(secretFileOf(file));
    const after = wanted ?? newSecret(randomBytes(32).toString('base64url'));
    await writeSecret(this.#newFile, after);
    await changeSecret(metadata, before, after);
  }

  /** The secret with which an interrupted rekey sealed the store; undefined if there was none. */
  async #secretOfInterruptedRekey(sealed: string): Promise<string | undefined> {
    // If the file cannot be read, an interrupted rekey did not finish writing it.
    const begun = await readSecret(secretFileOf(this.#newFile)).catch(() => undefined);
    return begun !== undefined && opensWith(sealed, begun) ? begun : undefined;
  }
}

function hasOtherNewSecret(file: string): OperatorError {
  return new OperatorError(
    `An interrupted rekey has already sealed the store with the secret in ${file}, which is not NEW_CACHE_SECRET. Run rekey without NEW_CACHE_SECRET to finish it, then once more with it.`,
  );
}

function doesNotOpen(where: string): OperatorError {
  return new OperatorError(
    `${where} does not open the store: it was sealed with another secret. Put that one there.`,
  );
}

/** @throws OperatorError while a bot runs on the store */
function openUnused(url: string, clock: Clock): Promise<OwnedDatabase> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return storeKindOf(url)
    .open({ url, clock, signal })
    .catch((error: unknown) => {
      throw signal.aborted
        ? new OperatorError('A bot runs on this store. Stop it first.', { exitCode: EXIT.tryAgain })
        : error;
    });
}

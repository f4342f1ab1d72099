import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { ignoreMissing } from '../core/error-code.ts';
import { EXIT, OperatorError } from '../core/operator/operator-error.ts';
import { beginDraft, removeDraft } from '../store/draft.ts';
import { removeDurably, writeDurably } from '../store/durable-files.ts';
import { answersFileOf, markFileOf, resolveLink, secretFileOf } from '../store/file-names.ts';
import { opensWith } from '../store/seal/data-key.ts';
import { readSecret } from '../store/seal/secret-file.ts';
import { StoreUnusable } from '../store/store-errors.ts';
import { throwNoSqlite } from '../store/store-kinds.ts';
import { formerNameOf, keepingOwner, writeSecret } from './store-files.ts';
import { readStoreSettings, storeFileOrThrow } from './store-settings.ts';
import { onlyFile, optionsAndRestIn, type Tool, type ToolContext } from './tool.ts';

/** Replaces the store with a backup. */
export const restore: Tool = {
  usage: `restore FILE [--replace]
    Puts a backup in the place of the store, while no bot runs on it. It refuses to replace a store; --replace keeps the
    old one under another name.`,
  run: async (words, context) => {
    const { options, rest } = optionsAndRestIn(words, ['replace']);
    const backupFile = onlyFile(rest, 'Name the file of a backup: restore FILE');
    const { cacheSecret, ...settings } = readStoreSettings(context);
    const storeFile = storeFileOrThrow(settings);
    const task = { backupFile, storeFile, cacheSecret, mayReplace: options.has('replace') };
    await refuseDirectory(backupFile);
    await keepingOwner(storeFile, () => restoreStore(task, context));
    return EXIT.ok;
  },
};

/** @throws OperatorError if the name of the backup is that of a directory */
async function refuseDirectory(path: string): Promise<void> {
  // What else is wrong with the file is found when it is read.
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    throw new OperatorError(`${path} is a directory: name the file of the backup in it.`);
  }
}

interface RestoreTask extends SecretPlaces {
  /** Whether an existing store may be replaced. It is kept under another name. */
  readonly mayReplace: boolean;
}

async function restoreStore(
  { backupFile, storeFile, cacheSecret, mayReplace }: RestoreTask,
  context: ToolContext,
): Promise<void> {
  const { copyStore } = await import('../store/sqlite/store-copy.ts').catch(throwNoSqlite);
  const { preparePath } = await import('../store/sqlite/store-path.ts');
  const { lockStore } = await import('../store/sqlite/store-lock.ts');
  await preparePath(storeFile);
  const lock = await lockStore(storeFile);
  const realFile = resolveLink(storeFile);
  const draft = beginDraft(realFile);
  try {
    const { summary, sealedKey } = await copyStore(backupFile, draft).catch(adviseOnFile);
    const newSecret = await secretFor(sealedKey, { backupFile, storeFile, cacheSecret });
    const isTaken = existsSync(realFile);
    if (isTaken && !mayReplace) {
      throw new OperatorError(
        `${storeFile} exists already. --replace keeps it under another name.`,
      );
    }
    const former = formerNameOf(realFile, context.clock);
    const hasAnswers = existsSync(answersFileOf(draft));
    await putInPlace({ storeFile, realFile, draft, former, newSecret });
    context.print(`${storeFile} now has the contents of ${backupFile}: ${summary}.`);
    if (!hasAnswers) context.print(withoutAnswers(backupFile));
    if (isTaken) context.print(`The old store is ${former}.`);
    context.print('The next start waits for one window of the limit before its first check.');
  } finally {
    await rm(answersFileOf(draft), { force: true });
    await removeDraft(draft);
    await lock.release();
  }
}

/** The answers of the old store stay, since they may be newer than the backup. */
function withoutAnswers(backupFile: string): string {
  return `There is no ${answersFileOf(backupFile)}: the backup has no saved answers. An IMEI whose answer is not saved here is paid for again.`;
}

/** Errors about a store say what to do about STORE_URL; here FILE is wrong. */
function adviseOnFile(error: unknown): never {
  if (!(error instanceof StoreUnusable) || error.advice === undefined) throw error;
  throw new OperatorError(`${error.problem} Name a FILE that this version can read.`);
}

interface SecretPlaces {
  readonly backupFile: string;
  readonly storeFile: string;
  /** The value of CACHE_SECRET, if it is set. */
  readonly cacheSecret?: string | undefined;
}

/**
 * The secret that has to be written next to the store; undefined if the bot's own secret opens the
 * backup.
 * @throws OperatorError if no known secret opens it
 */
async function secretFor(
  sealedKey: string | undefined,
  { backupFile, storeFile, cacheSecret }: SecretPlaces,
): Promise<string | undefined> {
  if (sealedKey === undefined) return undefined;
  const ownSecret = cacheSecret ?? (await readSecret(secretFileOf(storeFile)));
  if (ownSecret !== undefined && opensWith(sealedKey, ownSecret)) return undefined;
  if (cacheSecret !== undefined) {
    throw new OperatorError(
      `CACHE_SECRET does not open ${backupFile}. Set the secret with which it was sealed, or unset CACHE_SECRET and write that secret into ${secretFileOf(backupFile)}.`,
    );
  }
  const backupSecret = await readSecret(secretFileOf(backupFile));
  if (backupSecret !== undefined && opensWith(sealedKey, backupSecret)) return backupSecret;
  throw new OperatorError(
    `Neither ${secretFileOf(backupFile)} nor ${secretFileOf(storeFile)} opens ${backupFile}. Write the secret with which it was sealed into ${secretFileOf(backupFile)}, or set CACHE_SECRET.`,
  );
}

interface Replacement {
  /** The store as STORE_URL names it; its mark and its secret are next to it. */
  readonly storeFile: string;
  /** The same file without symbolic links. */
  readonly realFile: string;
  readonly draft: string;
  /** The name that the old store gets. */
  readonly former: string;
  readonly newSecret: string | undefined;
}

/**
 * Puts the draft in the place of the store. Its comments say what is left if the process or the
 * machine ends there.
 */
async function putInPlace(files: Replacement): Promise<void> {
  const { storeFile, realFile, draft, former, newSecret } = files;
  const { setAsideStore, replaceStore } = await import('../store/sqlite/store-copy.ts');
  await removeDurably(markFileOf(storeFile));
  // Ended here: the old store. Its next start waits for a window, since without its mark it cannot
  // know what was sent. So does the restored one, which lacks what was sent after the backup.
  await setAsideStore(realFile, former);
  await setAsideSecret(storeFile, former);
  // Ended here: the old store and its secret, each twice.
  if (newSecret !== undefined) await writeSecret(storeFile, newSecret);
  // Ended here: the old store with a secret that does not open it, until the restore is repeated.
  await replaceStore(realFile, draft);
}

/**
 * Copies the secret next to the old store under its new name: this restore or a later one may write
 * another one.
 */
async function setAsideSecret(storeFile: string, former: string): Promise<void> {
  const text = await ignoreMissing(readFile(secretFileOf(storeFile), 'utf8'));
  if (text !== undefined) await writeDurably(secretFileOf(former), text);
}

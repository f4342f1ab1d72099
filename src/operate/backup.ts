import { existsSync } from 'node:fs';
import type { StoreSettings } from '../config/store-and-proxy.ts';
import { errorCode } from '../core/error-code.ts';
import { EXIT, OperatorError } from '../core/operator/operator-error.ts';
import { answersFileOf, secretFileOf } from '../store/file-names.ts';
import { opensWith } from '../store/seal/data-key.ts';
import { readSecret } from '../store/seal/secret-file.ts';
import { throwNoSqlite } from '../store/store-kinds.ts';
import { writeSecret } from './store-files.ts';
import { readStoreSettings, storeFileOrThrow } from './store-settings.ts';
import { onlyFile, optionsAndRestIn, type Tool } from './tool.ts';

/** Copies the store while the bot runs. */
export const backup: Tool = {
  usage: `backup FILE [--with-secret]
    Writes the store as it is at this moment into a new file, and its saved answers into FILE.answers, while the bot runs.
    The backup does not contain the secret that opens it; --with-secret writes that to FILE.secret.`,
  run: async (words, context) => {
    const { options, rest } = optionsAndRestIn(words, ['with-secret']);
    const backupFile = onlyFile(rest, 'Name the file to write: backup FILE');
    const settings = readStoreSettings(context);
    const storeFile = storeFileOrThrow(settings);
    const secret = settings.cacheSecret ?? (await readSecret(secretFileOf(storeFile)));
    const includesSecret = options.has('with-secret');
    if (includesSecret && secret === undefined) {
      throw new OperatorError(`${secretFileOf(storeFile)} does not exist.`);
    }
    const files = [
      backupFile,
      answersFileOf(backupFile),
      ...(includesSecret ? [secretFileOf(backupFile)] : []),
    ];
    const taken = files.find((file) => existsSync(file));
    if (taken !== undefined) {
      throw new OperatorError(`${taken} exists already and was not changed. Name another file.`);
    }
    const { copyStore } = await import('../store/sqlite/store-copy.ts').catch(throwNoSqlite);
    try {
      const { summary, sealedKey = '' } = await copyStore(storeFile, backupFile);
      context.print(`${backupFile} is written: ${summary}.`);
      if (secret === undefined || !opensWith(sealedKey, secret)) {
        throw new OperatorError(
          `But ${placeOfSecret(settings)} does not open it: it is sealed with another secret. Find that secret, and keep it.`,
        );
      }
      if (includesSecret) await writeSecret(backupFile, secret);
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      throw new OperatorError(`${backupFile} could not be written ${adviceOn(code)}`, {
        exitCode: EXIT.crash,
      });
    }
    context.print(
      includesSecret
        ? `Its secret is in ${secretFileOf(backupFile)}. Anybody with both files can read who asked for which IMEI.`
        : `It does not contain its secret (${placeOfSecret(settings)}). Keep that in another place: without it nobody can read the backup.`,
    );
    return EXIT.ok;
  },
};

/** The reason why a file could not be written, and advice. */
function adviceOn(code: string): string {
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code)) {
    return '(the disk is full). Make room, or name a file on another disk.';
  }
  // A full disk can be the reason of this code too: SQLite cannot map a file there.
  return code === 'SQLITE_IOERR'
    ? '(SQLITE_IOERR). Look at both disks: is one of them full?'
    : `(${code}). Name a file in a folder that this user can write to.`;
}

function placeOfSecret(settings: StoreSettings): string {
  return settings.cacheSecret === undefined
    ? secretFileOf(storeFileOrThrow(settings))
    : 'CACHE_SECRET';
}

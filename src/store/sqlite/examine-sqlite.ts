import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode, errorMessage, ignoreMissing } from '../../core/error-code.ts';
import { type Diagnosis, diagnosesAbout } from '../../core/operator/diagnosis.ts';
import { nearestExisting } from '../durable-files.ts';
import { listFiles, lockFileOf } from '../file-names.ts';
import type { StoreExamination } from '../store-examination.ts';
import { unusableErrorFor } from './file-errors.ts';
import { isBusy, openSqlite } from './sqlite-database.ts';
import { readContents } from './store-contents.ts';
import { checkPath } from './store-path.ts';

const { fine, note, warning, wrong } = diagnosesAbout('store');
const LOCK_TIMEOUT_MS = 100;
/** A busy month uses up less free space than this. */
const LOW_SPACE_MB = 200;
/** The rights of others than the owner of a file. */
const RIGHTS_OF_OTHERS = 0o077;

const NOT_READY = { isReady: false, sealedKey: undefined };

/**
 * Examines the file of a store. It changes nothing in the store, but SQLite may write the log that
 * a killed bot has left into it.
 */
export async function examineSqlite(file: string): Promise<StoreExamination> {
  if (file === ':memory:') {
    return { ...NOT_READY, isInUse: false, diagnoses: [note('The store ends with the process.')] };
  }
  const isInUse = await isLocked(lockFileOf(file));
  const diagnoses = [...(await freeSpace(file)), ...(isInUse ? [fine('A bot runs on it.')] : [])];
  try {
    await checkPath(file);
    const found = await ignoreMissing(stat(file));
    if (found === undefined) {
      diagnoses.push(note(`There is no store at ${file} yet: the first start makes it.`));
      return { ...NOT_READY, isInUse, diagnoses };
    }
    const files = await listFiles(file);
    const rights = (await Promise.all(files.map((file) => examineRights(file, found.uid)))).flat();
    if (rights.some(({ severity }) => severity === 'wrong')) {
      return { ...NOT_READY, isInUse, diagnoses: [...diagnoses, ...rights] };
    }
    // SQLite can apply the log of a killed bot only if it may write.
    const mode = isInUse ? 'read' : 'existing';
    const contents = await readContents(file, { mode });
    if (contents === undefined) {
      diagnoses.push(note(`There is nothing in ${file} yet: the first start makes the tables.`));
      return { ...NOT_READY, isInUse, diagnoses };
    }
    diagnoses.unshift(fine(`${file} is whole: ${contents.summary}.`));
    return {
      diagnoses: [...diagnoses, ...rights],
      isInUse,
      isReady: true,
      sealedKey: contents.sealedKey,
    };
  } catch (error) {
    const unusable = unusableErrorFor(error, file) ?? error;
    diagnoses.push(wrong(errorMessage(unusable)));
    return { ...NOT_READY, isInUse, diagnoses };
  }
}

/**
 * Problems with the rights to a file of the installation.
 * @param owner of the store: the user of the bot
 */
async function examineRights(file: string, owner: number): Promise<readonly Diagnosis[]> {
  const found = await ignoreMissing(stat(file));
  // SQLite removes its log when the last process closes the store.
  if (found === undefined) return [];
  if (found.uid !== owner) {
    return [wrong(`${file} belongs to another user than the store: chown ${owner} ${file}`)];
  }
  const code = await access(file, constants.R_OK).then(() => undefined, errorCode);
  if (code !== undefined) return [wrong(`${file} cannot be read (${code}): chmod 600 ${file}`)];
  const isOpen = (found.mode & RIGHTS_OF_OTHERS) !== 0 && process.platform !== 'win32';
  return isOpen ? [warning(`Others on this machine can read ${file}: chmod 600 ${file}`)] : [];
}

/** Whether a bot owns the store; false if there is no lock file, or it cannot be opened. */
async function isLocked(lockFile: string): Promise<boolean> {
  const opening = openSqlite(lockFile, { busyTimeoutMs: LOCK_TIMEOUT_MS, mode: 'existing' });
  const lock = await opening.catch(() => undefined);
  if (lock === undefined) return false;
  try {
    await lock.query('BEGIN EXCLUSIVE');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    await lock.close();
  }
}

/** A diagnosis about the free space on the disk of a store; none where the system does not say. */
async function freeSpace(file: string): Promise<readonly Diagnosis[]> {
  const directory = nearestExisting(dirname(file));
  const space = await statfs(directory).catch(() => undefined);
  if (space === undefined) return [];
  const free = Math.floor((space.bavail * space.bsize) / 1e6);
  const message = `${free.toLocaleString('en')} MB are free at ${resolve(directory)}.`;
  if (free === 0) {
    return [wrong(`The disk is full: ${message} Make room: until then no bot starts or checks.`)];
  }
  return [
    free < LOW_SPACE_MB
      ? warning(`${message} With a full disk nothing is checked.`)
      : fine(message),
  ];
}

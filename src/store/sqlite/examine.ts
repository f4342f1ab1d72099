import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ignoreMissing, messageOf } from '../../core/errors.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import type { Examination } from '../contract.ts';
import { isBusy, openSqlite } from './database.ts';
import { contentsOf } from './files.ts';
import { checkPath, lockFileOf, nearestExisting, unusableErrorFor } from './place.ts';

const { fine, note, warning, wrong } = findingsAbout('store');
const LOCK_TIMEOUT_MS = 100;
/** A busy month uses up less free space than this. */
const LOW_SPACE_MB = 200;

/**
 * Examines the file of a store. It changes nothing in the store, but SQLite may write the log that
 * a killed bot has left into it.
 */
export async function examineSqlite(file: string): Promise<Examination> {
  const notReady = { isInUse: false, isReady: false, sealedKey: undefined };
  if (file === ':memory:')
    return { ...notReady, findings: [note('The store ends with the process.')] };
  const isInUse = await isLocked(lockFileOf(file));
  const findings = [...(await freeSpace(file)), ...(isInUse ? [fine('A bot runs on it.')] : [])];
  try {
    await checkPath(file);
    const found = await ignoreMissing(stat(file));
    if (found === undefined) {
      findings.push(note(`There is no store at ${file} yet: the first start makes it.`));
      return { ...notReady, isInUse, findings };
    }
    // Without the right to write, SQLite cannot apply a log that is left.
    const mode = isInUse ? 'read' : 'existing';
    const { summary, sealedKey } = await contentsOf(file, { mode });
    findings.unshift(fine(`${file} is whole: ${summary}.`));
    if ((found.mode & 0o077) !== 0 && process.platform !== 'win32')
      findings.push(warning(`${file} can be read by others on this machine: chmod 600 ${file}`));
    return { findings, isInUse, isReady: true, sealedKey };
  } catch (error) {
    const unusable = unusableErrorFor(error, file) ?? error;
    findings.push(wrong(messageOf(unusable)));
    return { ...notReady, isInUse, findings };
  }
}

/** Whether a bot owns it; creates no lock file. One that cannot be opened is nobody's. */
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

/** A finding about the free space on the disk of a store; none where the system does not say. */
async function freeSpace(file: string): Promise<readonly Finding[]> {
  const directory = nearestExisting(dirname(file));
  const space = await statfs(directory).catch(() => undefined);
  if (space === undefined) return [];
  const free = Math.floor((space.bavail * space.bsize) / 1e6);
  const message = `${free.toLocaleString('en')} MB are free on the disk of ${resolve(directory)}.`;
  return [
    free < LOW_SPACE_MB
      ? warning(`${message} With a full disk nothing is checked.`)
      : fine(message),
  ];
}

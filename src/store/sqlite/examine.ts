import { readFile, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unlessMissing } from '../../core/errors.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import { StoreUnusable } from '../errors.ts';
import { type Examination, SEALED_KEY } from '../examination.ts';
import { BUSY_TIMEOUT_MS, isBusy, openSqlite } from './database.ts';
import { contentsOf } from './files.ts';
import { lookAtPlace, nearestThere, placeOf, unusableBecause } from './place.ts';

const { fine, note, warning, wrong } = findingsAbout('store');
const LOCK_TIMEOUT_MS = 100;
/** A busy month uses up less free space than this. */
const LITTLE_ROOM_BYTES = 200e6;

/** Looks at what is in the place of a store, and changes nothing. */
export async function examineSqlite(file: string): Promise<Examination> {
  if (file === ':memory:') return nothing([note('The store ends with the process: nothing is kept.')], false);
  const lock = `${placeOf(file)}.lock`;
  const held = await isHeld(lock);
  const place = [...(await roomFor(file)), ...(held ? [await holderOf(lock)] : [])];
  try {
    await lookAtPlace(file);
    const found = await unlessMissing(stat(file));
    if (found === undefined)
      return nothing([...place, note(`There is no store at ${file} yet: the first start makes it.`)], held);
    if ((found.mode & 0o077) !== 0 && process.platform !== 'win32')
      place.push(warning(`${file} can be read by others on this machine: chmod 600 ${file}`));
    return { ...(await examined(file, place, held)), isInUse: held };
  } catch (error) {
    const why = error instanceof StoreUnusable ? error : (unusableBecause(error, file) ?? error);
    return nothing([...place, wrong(why instanceof Error ? why.message : String(why))], held);
  }
}

async function examined(
  file: string,
  place: readonly Finding[],
  held: boolean,
): Promise<Pick<Examination, 'findings' | 'isReady' | 'sealedKey'>> {
  // Only reads while a bot runs; otherwise SQLite may have to apply the log that a killed bot has left.
  const mode = held ? 'read' : 'existing';
  const database = await openSqlite(file, { setUp: '', busyTimeoutMs: BUSY_TIMEOUT_MS, mode });
  try {
    const { version, rows, openRequests, bytes } = await contentsOf(database, file, file);
    const holds = `saved answers: ${rows.get('answer')}, open requests: ${openRequests}, ${(bytes / 1e6).toFixed(1)} MB`;
    const [key] = await database.all(SEALED_KEY);
    return {
      findings: [
        fine(`${file} is whole: ${holds}.`),
        fine(`Its format is ${version}, this version's.`),
        ...place,
      ],
      isReady: true,
      sealedKey: key && String(key.value),
    };
  } finally {
    await database.close().catch(() => undefined);
  }
}

function nothing(findings: readonly Finding[], isInUse: boolean): Examination {
  return { findings, isInUse, isReady: false, sealedKey: undefined };
}

/** Whether a bot holds it; creates no lock file if there is none. */
async function isHeld(lockFile: string): Promise<boolean> {
  try {
    const settings = { setUp: '', busyTimeoutMs: LOCK_TIMEOUT_MS, mode: 'existing' } as const;
    const lock = await openSqlite(lockFile, settings);
    try {
      await lock.all('BEGIN EXCLUSIVE');
      return false;
    } catch (error) {
      return isBusy(error);
    } finally {
      await lock.close();
    }
  } catch {
    return false;
  }
}

async function holderOf(lockFile: string): Promise<Finding> {
  const pid = await processHolding(lockFile).catch(() => undefined);
  return fine(`A bot holds it${pid === undefined ? '' : ` (process ${pid})`}.`);
}

async function roomFor(file: string): Promise<Finding[]> {
  const directory = await nearestThere(dirname(file));
  const room = await statfs(directory).catch(() => undefined);
  return room === undefined ? [] : [ofRoom(room.bavail * room.bsize, directory)];
}

/** What there is to say of so much free space on the disk of a directory. */
export function ofRoom(freeBytes: number, directory: string): Finding {
  const says = `${Math.floor(freeBytes / 1e6).toLocaleString('en')} MB are free on the disk of ${directory}.`;
  if (freeBytes < 1e6) return wrong(`${says} The bot cannot write.`);
  if (freeBytes < LITTLE_ROOM_BYTES)
    return warning(`${says} Make room: with a full disk nothing is checked.`);
  return fine(says);
}

/**
 * The id of the process that holds a file for itself. Undefined where none does.
 * @throws Error where the kernel keeps no list of locks, which Linux alone does
 */
async function processHolding(file: string): Promise<string | undefined> {
  const { ino } = await stat(file);
  return holderIn(await readFile('/proc/locks', 'utf8'), ino);
}

/** @param locks `/proc/locks`, of which each line has the kind of a lock, its process, and device and inode of the file */
export function holderIn(locks: string, inode: number): string | undefined {
  return locks.split(new RegExp(` WRITE +(\\d+) \\S+:${inode} `))[1];
}

import { readFile, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../../core/clock.ts';
import { type Finding, findingsAbout } from '../../../core/findings.ts';
import type { Examination } from '../../driver.ts';
import { StoreUnusable } from '../../errors.ts';
import { BUSY_TIMEOUT_MS, openSqlite, type SqliteDatabase } from '../database.ts';
import { contentsOf, sqliteFiles } from '../files.ts';
import { lookAtPlace, nearestThere, needsNoDraft, placeOf, unusableBecause } from '../place.ts';
import { dumpSqlite } from './dump.ts';

const { fine, note, warning, wrong } = findingsAbout('store');
const LOCK_TIMEOUT_MS = 100;
/** A busy month uses up less free space than this. */
const LITTLE_ROOM_BYTES = 200e6;

/** See `sqliteDriver`. */
export async function examineSqlite(url: string, clock: Clock): Promise<Examination> {
  const file = sqliteFiles.pathOf(url);
  if (file === undefined) return nothing([note('The store ends with the process: nothing is kept.')], false);
  const lock = `${placeOf(file)}.lock`;
  const held = await isHeld(lock);
  const place = [...(await roomFor(file)), ...(held ? [await holderOf(lock)] : [])];
  const unusable = await lookAtPlace(file)
    .then(() => needsNoDraft(file))
    .catch((error: unknown) => error);
  if (unusable instanceof StoreUnusable) return nothing([...place, wrong(unusable.message)], held);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined)
    return nothing([...place, note(`There is no store at ${file} yet: the first start makes it.`)], held);
  if ((found.mode & 0o077) !== 0 && process.platform !== 'win32')
    place.push(warning(`${file} can be read by others on this machine: chmod 600 ${file}`));
  try {
    // Only reads while a bot runs; otherwise SQLite may have to apply the log that a killed bot has left.
    const mode = held ? 'read' : 'existing';
    const database = await openSqlite(file, { setUp: '', busyTimeoutMs: BUSY_TIMEOUT_MS, mode });
    return await examined(database, { file, place, held, clock });
  } catch (error) {
    const why = unusableBecause(error, file) ?? error;
    return nothing([...place, wrong(why instanceof Error ? why.message : String(why))], held);
  }
}

async function examined(
  database: SqliteDatabase,
  { file, place, held, clock }: { file: string; place: readonly Finding[]; held: boolean; clock: Clock },
): Promise<Examination> {
  try {
    await database.all('PRAGMA query_only = ON');
    const { version, answers, rows, bytes } = await contentsOf(database, file, file);
    const open = rows.get('requests')?.lasting ?? 0;
    const findings = [
      fine(
        `${file} is whole: saved answers: ${answers}, open requests: ${open}, ${(bytes / 1e6).toFixed(1)} MB.`,
      ),
      fine(`Its format is ${version}, this version's.`),
      ...place,
    ];
    return {
      findings,
      isInUse: held,
      isReady: true,
      dump: () => dumpSqlite((work) => work({ reader: database }), clock),
      close: database.close,
    };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

function nothing(findings: readonly Finding[], isInUse: boolean): Examination {
  return { findings, isInUse, isReady: false, dump: async function* () {}, close: async () => undefined };
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
      return error instanceof Error && /SQLITE_BUSY/.test(error.message);
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
  if (room === undefined) return [];
  return [ofRoom(room.bavail * room.bsize, directory)];
}

/** What there is to say of so much free space on the disk of a directory. */
export function ofRoom(freeBytes: number, directory: string): Finding {
  const says = `${Math.floor(freeBytes / 1e6).toLocaleString('en')} MB are free on the disk of ${directory}.`;
  if (freeBytes < 1e6) return wrong(`${says} The bot can write nothing down.`);
  if (freeBytes < LITTLE_ROOM_BYTES) return warning(`${says} Make room: with a full disk, lists wait.`);
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

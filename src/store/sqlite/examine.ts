import { stat, statfs } from 'node:fs/promises';
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
const LITTLE_ROOM_MB = 200;

/** Looks at what is in the place of a store, and changes nothing. */
export async function examineSqlite(file: string): Promise<Examination> {
  if (file === ':memory:') return nothing([note('The store ends with the process: nothing is kept.')], false);
  const lock = `${placeOf(file)}.lock`;
  const held = await isHeld(lock);
  const place = [...(await roomFor(file)), ...(held ? [fine('A bot holds it.')] : [])];
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
    const { rows, openRequests, bytes } = await contentsOf(database, file, file);
    const holds = `saved answers: ${rows.get('answer')}, open requests: ${openRequests}, ${(bytes / 1e6).toFixed(1)} MB`;
    const [key] = await database.all(SEALED_KEY);
    return {
      findings: [fine(`${file} is whole: ${holds}.`), ...place],
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

/** What there is to say of the free space on the disk of a store. */
async function roomFor(file: string): Promise<readonly Finding[]> {
  const directory = await nearestThere(dirname(file));
  const room = await statfs(directory).catch(() => undefined);
  if (room === undefined) return [];
  const free = Math.floor((room.bavail * room.bsize) / 1e6);
  const says = `${free.toLocaleString('en')} MB are free on the disk of ${directory}.`;
  return [free < LITTLE_ROOM_MB ? warning(`${says} With a full disk nothing is checked.`) : fine(says)];
}

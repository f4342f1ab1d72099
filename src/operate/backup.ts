import { rm, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../core/errors.ts';
import { EXIT } from '../ops/lifecycle.ts';
import { makeDirectory } from '../store/directory.ts';
import { FileThere } from '../store/errors.ts';
import {
  filesAt,
  megabytes,
  secretBeside,
  secretFileOf,
  storePlace,
  told,
  writeSecret,
} from './store-place.ts';
import { Refusal, readWords, type Tool } from './tool.ts';

/** Copies the store while the bot runs. */
export const backup: Tool = {
  usage: `backup FILE [--with-secret]
    Writes what the store holds at this moment into a new file, while the bot goes on. The secret that opens it stays
    where it is; --with-secret writes it to FILE.secret as well.`,
  run: async (words, context) => {
    const { flags, rest } = readWords(words, ['with-secret']);
    const [name, ...more] = rest;
    if (name === undefined || more.length > 0) throw new Refusal('Say which file to write: backup FILE');
    const { storeUrl, cacheSecret } = storePlace(context);
    const store = await filesAt(storeUrl);
    if (store === undefined)
      throw new Refusal('STORE_URL names no file: a store in memory ends with its process.');
    const to = resolve(name);
    const secret = cacheSecret ?? (await secretBeside(store.path));
    const withSecret = flags.has('with-secret');
    if (withSecret && secret === undefined)
      throw new Refusal(
        `There is no secret to write: CACHE_SECRET is not set, and ${secretFileOf(store.path)} is not there.`,
      );
    const beside = await secretBeside(to);
    if (withSecret && beside !== undefined && beside !== secret) throw new FileThere(secretFileOf(to));
    await needsRoom(store.path, to);
    // First, so that no backup is without it that was to have it. One that broke off has left the same.
    const isNew = withSecret && secret !== undefined && beside === undefined;
    const secretPlaced = isNew ? placeSecret(to, secret) : Promise.resolve();
    const copied = secretPlaced.then(() => store.files.copy(store.path, to));
    const contents = await copied.catch(async (error: unknown) => {
      if (isNew) await rm(secretFileOf(to), { force: true }).catch(() => undefined);
      throw cannotWrite(error, to) ?? error;
    });
    context.say(`Wrote ${to}: ${told(contents)}.`);
    context.say(aboutSecret(cacheSecret, store.path, withSecret ? secretFileOf(to) : undefined));
    return EXIT.well;
  },
};

async function placeSecret(to: string, secret: string): Promise<void> {
  await makeDirectory(dirname(to));
  await writeSecret(secretFileOf(to), secret);
}

function aboutSecret(set: string | undefined, file: string, writtenTo: string | undefined): string {
  const whose = set === undefined ? `the one in ${secretFileOf(file)}` : 'CACHE_SECRET of your settings';
  if (writtenTo !== undefined)
    return `Its secret, ${whose}, is in ${writtenTo}: whoever has both files can read who asked for which IMEI.`;
  return `Its secret is not in it: it is ${whose}. Keep that as well, in another place; without it nobody can read the backup, not even you.`;
}

/** A copy is no larger than what it is of. */
async function needsRoom(from: string, to: string): Promise<void> {
  const bytes = await stat(from).then(
    ({ size }) => size,
    () => 0,
  );
  const free = await statfs(dirname(to)).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => undefined,
  );
  if (free !== undefined && free < bytes) throw noRoom(to, bytes);
}

function noRoom(to: string, bytes: number): Refusal {
  return new Refusal(
    `There is no room for ${to}: it takes up to ${megabytes(bytes)}. Nothing was written.`,
    EXIT.broken,
  );
}

/** What a disk says that takes no more. */
function cannotWrite(error: unknown, to: string): Refusal | undefined {
  const code = codeOf(error) ?? '';
  if (
    !/^(ENOSPC|EDQUOT|EFBIG|EACCES|EROFS|EPERM|ENOTDIR|ENOENT|EEXIST|SQLITE_FULL|SQLITE_IOERR.*)$/.test(code)
  )
    return undefined;
  const why = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/.test(code)
    ? 'the disk takes no more'
    : `the disk says ${code}`;
  return new Refusal(`${to} could not be written: ${why}. Nothing was left there.`, EXIT.broken);
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf } from '../core/errors.ts';
import { EXIT } from '../ops/lifecycle.ts';
import { withoutSqlite } from '../store/kinds.ts';
import { readSecretFile, secretFileOf, storeFileOf, storePlace, writeSecret } from './store-place.ts';
import { parseFlags, Refusal, type Tool } from './tool.ts';

/** Copies the store while the bot runs. */
export const backup: Tool = {
  usage: `backup FILE [--with-secret]
    Writes the store as it is at this moment into a new file, while the bot runs. The backup does not contain the secret
    that opens it; --with-secret writes that to FILE.secret.`,
  run: async (words, context) => {
    const { flags, rest } = parseFlags(words, ['with-secret']);
    const [name, ...more] = rest;
    if (name === undefined || more.length > 0) throw new Refusal('Name the file to write: backup FILE');
    const settings = storePlace(context);
    const { cacheSecret } = settings;
    const from = storeFileOf(settings);
    const to = resolve(name);
    const secret = cacheSecret ?? (await readSecretFile(from));
    const withSecret = flags.has('with-secret');
    if (withSecret && secret === undefined)
      throw new Refusal(
        `There is no secret to write: CACHE_SECRET is not set, and ${secretFileOf(from)} does not exist.`,
      );
    for (const file of withSecret ? [to, secretFileOf(to)] : [to])
      if (existsSync(file))
        throw new Refusal(`${file} exists already and was not changed. Name another file.`);
    const { copyStore } = await import('../store/sqlite/files.ts').catch(withoutSqlite);
    try {
      const { summary } = await copyStore(from, to);
      if (withSecret && secret !== undefined) await writeSecret(to, secret);
      context.say(`${to} is written: ${summary}.`);
    } catch (error) {
      throw cannotWrite(error, to) ?? error;
    }
    context.say(aboutSecret(cacheSecret, from, withSecret ? secretFileOf(to) : undefined));
    return EXIT.well;
  },
};

function aboutSecret(set: string | undefined, file: string, writtenTo: string | undefined): string {
  const where = set === undefined ? secretFileOf(file) : 'CACHE_SECRET';
  return writtenTo === undefined
    ? `It does not contain its secret (${where}). Keep that in another place: without it nobody can read the backup.`
    : `Its secret is in ${writtenTo}. Anybody with both files can read who asked for which IMEI.`;
}

function cannotWrite(error: unknown, to: string): Refusal | undefined {
  const code = codeOf(error) ?? '';
  const isFull = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/.test(code);
  if (!isFull && !/^(EACCES|EROFS|EPERM|ENOTDIR|ENOENT|EEXIST|SQLITE_IOERR.*)$/.test(code)) return undefined;
  const why = isFull ? 'the disk is full' : `the disk says ${code}`;
  return new Refusal(`${to} could not be written: ${why}.`, EXIT.broken);
}

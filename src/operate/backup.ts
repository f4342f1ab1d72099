import { existsSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StoreSettings } from '../config/config.ts';
import { codeOf } from '../core/errors.ts';
import { EXIT } from '../ops/lifecycle.ts';
import { answersFileOf, realPathOf } from '../store/answers/file.ts';
import { removeDurably } from '../store/disk.ts';
import { draftOf, removeDraft } from '../store/draft.ts';
import { StoreUnusable } from '../store/errors.ts';
import { withoutSqlite } from '../store/kinds.ts';
import { opensWith, readSecret } from '../store/seal/secret.ts';
import {
  formerNameOf,
  rememberOwner,
  secretFileOf,
  storeFileOf,
  storePlace,
  writeSecret,
} from './store-place.ts';
import { parseFlags, Refusal, type Tool } from './tool.ts';

/** Copies the store while the bot runs. */
export const backup: Tool = {
  usage: `backup FILE [--with-secret]
    Writes the store as it is at this moment into a new file, and its saved answers into FILE.answers, while the bot runs.
    The backup does not contain the secret that opens it; --with-secret writes that to FILE.secret.`,
  run: async (words, context) => {
    const { flags, rest } = parseFlags(words, ['with-secret']);
    const to = fileNamed(rest, 'Name the file to write: backup FILE');
    const settings = storePlace(context);
    const from = storeFileOf(settings);
    const secret = settings.cacheSecret ?? (await readSecret(secretFileOf(from)));
    const withSecret = flags.has('with-secret');
    if (withSecret && secret === undefined)
      throw new Refusal(`${secretFileOf(from)} does not exist.`);
    const files = [to, answersFileOf(to), ...(withSecret ? [secretFileOf(to)] : [])];
    const taken = files.find((file) => existsSync(file));
    if (taken !== undefined)
      throw new Refusal(`${taken} exists already and was not changed. Name another file.`);
    const { copyStore } = await import('../store/sqlite/files.ts').catch(withoutSqlite);
    try {
      const { summary, sealedKey = '' } = await copyStore(from, to);
      context.say(`${to} is written: ${summary}.`);
      if (secret === undefined || !opensWith(sealedKey, secret))
        throw new Refusal(
          `But ${whereOf(settings)} does not open it: find its secret, and keep that.`,
        );
      if (withSecret) await writeSecret(to, secret);
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined) throw error;
      const why = /^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code) ? 'the disk is full' : code;
      throw new Refusal(`${to} could not be written (${why}).`, EXIT.crash);
    }
    context.say(
      withSecret
        ? `Its secret is in ${secretFileOf(to)}. Anybody with both files can read who asked for which IMEI.`
        : `It does not contain its secret (${whereOf(settings)}). Keep that in another place: without it nobody can read the backup.`,
    );
    return EXIT.ok;
  },
};

function fileNamed([name, ...more]: readonly string[], problem: string): string {
  if (name === undefined || more.length > 0) throw new Refusal(problem);
  return resolve(name);
}

function whereOf(settings: StoreSettings): string {
  return settings.cacheSecret === undefined ? secretFileOf(storeFileOf(settings)) : 'CACHE_SECRET';
}

/** Replaces the store with a backup. */
export const restore: Tool = {
  usage: `restore FILE [--replace]
    Puts a backup in the place of the store, while no bot runs on it. It refuses to replace a store; --replace keeps the
    old one under another name.`,
  run: async (words, context) => {
    const { flags, rest } = parseFlags(words, ['replace']);
    const from = fileNamed(rest, 'Name the file of a backup: restore FILE');
    const settings = storePlace(context);
    const file = storeFileOf(settings);
    const { copyStore, keepStore, replaceStore } = await import('../store/sqlite/files.ts').catch(
      withoutSqlite,
    );
    const { preparePath, lockStore } = await import('../store/sqlite/place.ts');
    await preparePath(file);
    const giveToOwner = await rememberOwner(realPathOf(file));
    const lock = await lockStore(file);
    const place = realPathOf(file);
    const draft = draftOf(place);
    try {
      const isTaken = existsSync(place);
      if (isTaken && !flags.has('replace'))
        throw new Refusal(`${file} exists already. --replace keeps it under another name.`);
      const { summary, sealedKey } = await copyStore(from, draft).catch(withAdvice);
      const secret = await secretFor(sealedKey, { from, file, set: settings.cacheSecret });
      const old = formerNameOf(place, context.clock);
      // Without the mark the next start waits for a window, since it cannot know what was sent
      // after the backup.
      await removeDurably(`${file}.mark`);
      await keepStore(place, old);
      if (secret !== undefined) {
        if (existsSync(secretFileOf(file))) await copyFile(secretFileOf(file), secretFileOf(old));
        await writeSecret(file, secret);
      }
      await replaceStore(place, draft);
      context.say(`${file} now has the contents of ${from}: ${summary}.`);
      if (isTaken) context.say(`The old store is ${old}.`);
      context.say('The next start waits for one window of the limit before its first check.');
    } finally {
      await rm(answersFileOf(draft), { force: true });
      await removeDraft(draft);
      await giveToOwner();
      await lock.release();
    }
    return EXIT.ok;
  },
};

/** Errors about a store say what to do about STORE_URL; here FILE is wrong. */
function withAdvice(error: unknown): never {
  if (!(error instanceof StoreUnusable)) throw error;
  const advice = /(?<=\. )(Set STORE_URL|Restore a backup|Run that version).*$/;
  throw new Refusal(error.message.replace(advice, 'Name a FILE that this version has backed up.'));
}

/**
 * The secret that has to be written next to the store; undefined if the bot's own secret opens the
 * backup.
 * @throws Refusal if no known secret opens it
 */
async function secretFor(
  sealedKey: string | undefined,
  { from, file, set }: { from: string; file: string; set: string | undefined },
): Promise<string | undefined> {
  if (sealedKey === undefined) return undefined;
  const used = set ?? (await readSecret(secretFileOf(file)));
  if (used !== undefined && opensWith(sealedKey, used)) return undefined;
  const backupSecret = set === undefined ? await readSecret(secretFileOf(from)) : undefined;
  if (backupSecret !== undefined && opensWith(sealedKey, backupSecret)) return backupSecret;
  throw new Refusal(
    set === undefined
      ? `Neither ${secretFileOf(from)} nor ${secretFileOf(file)} opens ${from}. Write the secret of its time into ${secretFileOf(from)}, or set CACHE_SECRET.`
      : `CACHE_SECRET does not open ${from}. Set the secret of its time, or set none and write it into ${secretFileOf(from)}.`,
  );
}

import { access, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { EXIT } from '../ops/lifecycle.ts';
import type { StoreContents, StoreFiles } from '../store/driver.ts';
import { createMarkFile } from '../store/mark-file.ts';
import { openStore } from '../store/open.ts';
import { opensAny } from '../store/seal/opens.ts';
import { createSeal } from '../store/seal/seal.ts';
import { told } from './contents.ts';
import { filesAt, secretBeside, secretFileOf, storePlace } from './store-place.ts';
import { Refusal, readWords, type Tool } from './tool.ts';

/** What stands beside a draft while it is looked at. */
const DRAFT_FILES = ['', '-wal', '-shm', '.lock'] as const;

/** Puts a backup in the place of the store. */
export const restore: Tool = {
  usage: `restore FILE [--replace]
    Puts a backup in the place of the store, while no bot runs on it. A store that is there already is refused, or kept
    under another name with --replace.`,
  run: async (words, context) => {
    const { flags, rest } = readWords(words, { flags: ['replace'] });
    const [name, ...more] = rest;
    if (name === undefined || more.length > 0) throw new Refusal('Say which file to put back: restore FILE');
    const from = resolve(name);
    const { storeUrl, cacheSecret: secret } = storePlace(context);
    const store = await filesAt(storeUrl);
    if (store === undefined)
      throw new Refusal(
        `STORE_URL names no file. With all bots stopped, "move --from sqlite://${from} --to …" puts the backup into a Redis.`,
      );
    if (resolve(store.path) === from)
      throw new Refusal(`${from} is the store itself. Say the file of a backup.`);
    const done = await inPlace({ ...store, from, secret, replace: flags.has('replace') }, context.clock);
    context.say(`${store.path} is now what ${from} holds: ${told(done.contents)}.`);
    if (done.aside !== undefined) context.say(`What was there before is ${done.aside}.`);
    context.say(`Its secret is ${done.secretAt}.`);
    context.say(
      'The next start lets one window of the limit pass before its first check: it cannot know what was sent since the backup.',
    );
    return EXIT.well;
  },
};

interface Restore {
  readonly files: StoreFiles;
  /** The backup. */
  readonly from: string;
  /** The place of the store. */
  readonly path: string;
  /** CACHE_SECRET, where it is set. */
  readonly secret: string | undefined;
  readonly replace: boolean;
}

interface Restored {
  readonly contents: StoreContents;
  /** What was there before, where there was something. */
  readonly aside: string | undefined;
  readonly secretAt: string;
}

async function inPlace(restore: Restore, clock: Clock): Promise<Restored> {
  const { files, from, path, replace } = restore;
  const held = await files.hold(path);
  const draft = `${path}.restoring`;
  try {
    const isTaken = await isThere(path);
    if (isTaken && !replace)
      throw new Refusal(`${path} is there already. With --replace it is kept under another name.`);
    await removeDraft(draft);
    const contents = await files.copy(from, draft);
    const secret = await fittingSecret(restore, draft, clock);
    const aside = `${path}.before-${stampOf(clock)}`;
    // Without it the next start takes the whole window: nobody knows what was sent since the backup.
    await createMarkFile(`${path}.mark`).remove();
    await held.moveTo(aside);
    if (secret.text !== undefined) await putSecret(secret.text, path, aside);
    await held.replaceBy(draft);
    return { contents, aside: isTaken ? aside : undefined, secretAt: secret.at };
  } finally {
    await removeDraft(draft);
    await held.release();
  }
}

interface FittingSecret {
  /** Undefined if it is where the bot looks for it already. */
  readonly text?: string;
  readonly at: string;
}

/** The secret that opens the backup, brought to the format of this program on the way. @throws Refusal when there is none */
async function fittingSecret(
  { from, path, secret: set }: Restore,
  draft: string,
  clock: Clock,
): Promise<FittingSecret> {
  const brought = await secretBeside(from);
  const there = await secretBeside(path);
  const candidates = [
    { secret: set, at: 'CACHE_SECRET of your settings', isThere: true },
    { secret: brought, at: secretFileOf(path), isThere: brought === there },
    { secret: there, at: secretFileOf(path), isThere: true },
  ].filter((one) => one.secret !== undefined && (set === undefined || one.secret === set));
  const opened = await openStore(`sqlite://${draft}`, set ?? brought ?? there ?? 'no secret', clock);
  try {
    for (const { secret = '', at, isThere } of candidates)
      if ((await opensAny(createSeal(secret), opened.dump())) !== false)
        return isThere ? { at } : { text: secret, at };
    const isSealed = (await opensAny(opened.seal, opened.dump())) === false;
    if (!isSealed) return { at: `made by the next start, in ${secretFileOf(path)}` };
  } finally {
    await opened.close();
  }
  throw new Refusal(
    set === undefined
      ? `${from} is sealed with a secret that is not here: neither ${secretFileOf(from)} nor ${secretFileOf(path)} opens it. Put the secret that was kept with it into ${secretFileOf(from)}, or set CACHE_SECRET.`
      : `CACHE_SECRET does not open ${from}: it is sealed with another one. Set that, or set none and put it into ${secretFileOf(from)}.`,
  );
}

/** Puts the backup's own secret beside the store; the one that was there stays with what was there. */
async function putSecret(text: string, path: string, aside: string): Promise<void> {
  if (await isThere(secretFileOf(path))) await rename(secretFileOf(path), secretFileOf(aside));
  await writeFile(secretFileOf(path), `${text}\n`, { mode: 0o600, flag: 'wx' });
}

async function removeDraft(draft: string): Promise<void> {
  for (const end of DRAFT_FILES) await rm(`${draft}${end}`, { force: true });
}

/** The moment, as a part of a file's name. */
function stampOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

import { resolve } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { EXIT } from '../ops/lifecycle.ts';
import { openStore } from '../store/open.ts';
import { createSeal, opensAny } from '../store/seal/seal.ts';
import { putInPlace } from './file-place.ts';
import { filesAt, secretBeside, secretFileOf, storePlace, told } from './store-place.ts';
import { Refusal, readWords, type Tool } from './tool.ts';

/** Opens a draft whose secret is not known, without one being made for it. */
const NO_SECRET = 'none that opens it';

/** Puts a backup in the place of the store. */
export const restore: Tool = {
  usage: `restore FILE [--replace]
    Puts a backup in the place of the store, while no bot runs on it. A store that is there already is refused, or kept
    under another name with --replace.`,
  run: async (words, context) => {
    const { flags, rest } = readWords(words, ['replace']);
    const [name, ...more] = rest;
    if (name === undefined || more.length > 0) throw new Refusal('Say which file to put back: restore FILE');
    const from = resolve(name);
    const { storeUrl, cacheSecret: set } = storePlace(context);
    const store = await filesAt(storeUrl);
    if (store === undefined)
      throw new Refusal('STORE_URL names no file. A backup can only take the place of a store in a file.');
    if (resolve(store.path) === from)
      throw new Refusal(`${from} is the store itself. Say the file of a backup.`);
    const place = { ...store, replace: flags.has('replace') };
    const { made, aside } = await putInPlace(place, context.clock, async (draft) => {
      const contents = await store.files.copy(from, draft);
      const url = store.files.urlOf(draft);
      return { contents, ...(await fittingSecret({ from, url, path: store.path, set }, context.clock)) };
    });
    context.say(`${store.path} is now what ${from} holds: ${told(made.contents)}.`);
    if (aside !== undefined) context.say(`What was there before is ${aside}.`);
    context.say(`Its secret is ${made.secretAt}.`);
    context.say(
      'The next start lets one window of the limit pass before its first check: it cannot know what was sent since the backup.',
    );
    return EXIT.well;
  },
};

interface Backup {
  readonly from: string;
  /** The address of a copy of it, which may be changed. */
  readonly url: string;
  /** The place of the store. */
  readonly path: string;
  /** CACHE_SECRET, where it is set. */
  readonly set: string | undefined;
}

interface FittingSecret {
  /** Undefined if it is where the bot looks for it already. */
  readonly secret?: string;
  readonly secretAt: string;
}

/** The secret that opens the backup, brought to the format of this program on the way. @throws Refusal when there is none */
async function fittingSecret({ from, url, path, set }: Backup, clock: Clock): Promise<FittingSecret> {
  const brought = await secretBeside(from);
  const there = await secretBeside(path);
  const candidates = [
    { secret: set, secretAt: 'CACHE_SECRET of your settings', isThere: true },
    { secret: brought, secretAt: secretFileOf(path), isThere: brought === there },
    { secret: there, secretAt: secretFileOf(path), isThere: true },
  ].filter(({ secret }) => secret !== undefined && (set === undefined || secret === set));
  const opened = await openStore(url, set ?? brought ?? there ?? NO_SECRET, clock);
  try {
    for (const { secret = '', secretAt, isThere } of candidates)
      if ((await opensAny(createSeal(secret), opened.dump())) !== false)
        return isThere ? { secretAt } : { secret, secretAt };
    if ((await opensAny(opened.seal, opened.dump())) === undefined)
      return { secretAt: `made by the next start, in ${secretFileOf(path)}` };
  } finally {
    await opened.close();
  }
  throw new Refusal(
    set === undefined
      ? `${from} is sealed with a secret that is not here: neither ${secretFileOf(from)} nor ${secretFileOf(path)} opens it. Put the secret that was kept with it into ${secretFileOf(from)}, or set CACHE_SECRET.`
      : `CACHE_SECRET does not open ${from}: it is sealed with another one. Set that, or set none and put it into ${secretFileOf(from)}.`,
  );
}

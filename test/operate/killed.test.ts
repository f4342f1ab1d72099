import { copyFile, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { ToolName } from '../../src/operate/names.ts';
import { openStore } from '../../src/store/open.ts';
import { sqliteFiles } from '../../src/store/sqlite/files.ts';
import { cases } from '../support/nightly.ts';
import {
  expectNothingLost,
  fastClock,
  fileOf,
  type Premises,
  premises,
} from '../support/process/operating.ts';
import { emptyDirectory } from '../support/process/process-main.ts';
import { hasRedis, startRedis } from '../support/store/redis.ts';

const SECRET = '0123456789abcdef'.repeat(4);
const SET = { CACHE_SECRET: SECRET };
const NODE_OPTIONS = `--import=${new URL('../support/process/die-at-step.mjs', import.meta.url)}`;
const TIME_MS = 300_000;
/** A move takes some two hundred steps, every third of which is tried at night. */
const EVERY = cases(23, 3);

type Args = readonly [ToolName, ...string[]];
type Settings = Readonly<Record<string, string>>;

/** Runs a tool again and again, killed one step later each time, until it ends by itself. Resolves with how often it was killed. */
async function killedAtEach(
  place: Premises,
  { args, set = {}, every = 1 }: { readonly args: Args; readonly set?: Settings; readonly every?: number },
  afterKill: (step: number) => Promise<void>,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const step = 1 + kills * every;
    const ended = await place.runAsProcess(args, { ...set, NODE_OPTIONS, DIE_AT_STEP: String(step) });
    if (ended.exitCode === null) await afterKill(step);
    else {
      expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
      return kills;
    }
  }
}

/** A place whose bot ran and was stopped, with one answer kept and one request open. */
async function stopped(more: Settings = {}): Promise<Premises> {
  const place = await premises();
  await (await place.startFilled(more)).stop();
  return place;
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** What is in a store, without what processes write of themselves. Rejects where no bot would open it. */
async function rowsIn(url: string, secret: string): Promise<readonly string[]> {
  const opened = await openStore(url, secret, systemClock);
  try {
    const found: string[] = [];
    for await (const portion of opened.dump())
      for (const { collection = 'answers', id, value } of portion)
        if (!['probe', 'members', 'leaders'].includes(collection)) found.push(`${collection}:${id}=${value}`);
    return found.toSorted();
  } finally {
    await opened.close();
  }
}

const secretBeside = async (file: string): Promise<string> =>
  (await readFile(`${file}.secret`, 'utf8')).trim();

describe('a backup that is killed at whatever step', () => {
  it(
    'leaves no half file under its name, and is made by the next run, which cleans up',
    async () => {
      const place = await stopped();
      const url = place.settings.STORE_URL ?? '';
      const before = await rowsIn(url, await secretBeside(fileOf(url)));
      const directory = await emptyDirectory();
      const file = join(directory, 'backup.sqlite');
      const args: Args = ['backup', file, '--with-secret'];
      const kills = await killedAtEach(place, { args }, async () => {
        if (!(await isThere(file))) return;
        // It was whole already, with its secret.
        expect((await place.run(args)).stderr).toContain('is there already');
        expect(await rowsIn(`sqlite://${file}`, await secretBeside(file))).toEqual(before);
        await rm(file);
      });
      expect(kills).toBeGreaterThan(5);
      expect((await readdir(directory)).filter((name) => !name.endsWith('.lock'))).toEqual([
        'backup.sqlite',
        'backup.sqlite.secret',
      ]);
      expect(await rowsIn(`sqlite://${file}`, await secretBeside(file))).toEqual(before);
    },
    TIME_MS,
  );
});

describe('a restore that is killed at whatever step', () => {
  it(
    'leaves the store of before, that of the backup, or none that a bot would begin anew',
    async () => {
      const place = await premises();
      const bot = await place.startFilled();
      const url = place.settings.STORE_URL ?? '';
      const file = join(await emptyDirectory(), 'backup.sqlite');
      await place.run(['backup', file, '--with-secret']);
      await bot.stop();
      const secret = await secretBeside(fileOf(url));
      const [inBackup, before] = [await rowsIn(`sqlite://${file}`, secret), await rowsIn(url, secret)];
      const known = [inBackup, before].map(String);
      const args: Args = ['restore', file, '--replace'];
      const kills = await killedAtEach(place, { args }, async () => {
        const there = await rowsIn(url, secret).catch((error: unknown) => String(error));
        if (typeof there === 'string') expect(there).toContain('goes on or broke off');
        else expect(known).toContain(String(there));
      });
      expect(kills).toBeGreaterThan(5);
      expect(await rowsIn(url, secret)).toEqual(inBackup);
      const names = await readdir(dirname(fileOf(url)));
      const aside = names.filter((name) => /\.before-[\dTZ]+(-\d+)?$/.test(name));
      const kept = await Promise.all(
        aside.map((name) => rowsIn(`sqlite://${join(place.directory, name)}`, secret)),
      );
      expect(kept.map(String)).toContain(String(before));
      expect(names.filter((name) => /draft|partial/.test(name))).toEqual([]);
      await expectNothingLost(place);
    },
    TIME_MS,
  );

  it('keeps what the store had not yet brought from its log into its file', async () => {
    const place = await premises();
    const bot = await place.startFilled();
    await bot.stop();
    const url = place.settings.STORE_URL ?? '';
    const secret = await secretBeside(fileOf(url));
    const aside = join(place.directory, 'aside');
    expect(await leaveInLog(url, secret)).toBe(true);
    const held = await sqliteFiles.hold(fileOf(url));
    await held.moveTo(aside);
    await held.release();
    // All of it went by one renaming, which nothing can cut in two.
    expect(await readdir(place.directory)).not.toContainEqual(expect.stringMatching(/-wal$/));
    expect(String(await rowsIn(`sqlite://${aside}`, secret))).toContain('left in the log');
  });
});

/** Writes a row as a bot does that is killed then: it stands in the log alone. Resolves with whether it does. */
async function leaveInLog(url: string, secret: string): Promise<boolean> {
  const opened = await openStore(url, secret, systemClock);
  await opened.store.collection('platforms').put('row', 'left in the log');
  const file = fileOf(url);
  for (const end of ['', '-wal']) await copyFile(`${file}${end}`, `${file}.kept${end}`);
  await opened.close();
  for (const end of ['', '-wal']) await copyFile(`${file}.kept${end}`, `${file}${end}`);
  for (const end of ['', '-wal']) await rm(`${file}.kept${end}`);
  return !(await readFile(file)).includes('left in the log');
}

describe.skipIf(!hasRedis)('a move that is killed at whatever step', () => {
  it.each([
    ['an empty Redis', []],
    ['one that is replaced', ['--replace']],
  ])(
    'into %s leaves all where it was, and half of it to no bot',
    async (_what, flags) => {
      const place = await stopped(SET);
      const server = await startRedis();
      onTestFinished(() => server.destroy());
      const url = place.settings.STORE_URL ?? '';
      const before = await rowsIn(url, SECRET);
      if (flags.length > 0) await place.run(['move', '--to', server.url], SET);
      const args: Args = ['move', '--to', server.url, '--replace'];
      const kills = await killedAtEach(place, { args, set: SET, every: EVERY }, async () => {
        expect(await rowsIn(url, SECRET)).toEqual(before);
        const there = await rowsIn(server.url, SECRET).catch((error: unknown) => String(error));
        if (typeof there === 'string') expect(there).toContain('goes on, or broke off');
        else expect(['', String(before)]).toContain(String(there));
      });
      expect(kills).toBeGreaterThan(3);
      expect(await rowsIn(server.url, SECRET)).toEqual(before);
      await expectNothingLost(place, { STORE_URL: server.url, ...SET }, fastClock);
    },
    TIME_MS,
  );

  it(
    'into a file leaves all in the Redis, and half of it to no bot',
    async () => {
      const place = await stopped(SET);
      const server = await startRedis();
      onTestFinished(() => server.destroy());
      await place.run(['move', '--to', server.url], SET);
      const before = await rowsIn(server.url, SECRET);
      const file = join(await emptyDirectory(), 'new.sqlite');
      const to = `sqlite://${file}`;
      const args: Args = ['move', '--from', server.url, '--to', to];
      const kills = await killedAtEach(place, { args, set: SET, every: EVERY }, async () => {
        expect(await rowsIn(server.url, SECRET)).toEqual(before);
        const hasDraft = await isThere(`${file}.draft`);
        if (!hasDraft && !(await isThere(file))) return;
        const there = await rowsIn(to, SECRET).catch((error: unknown) => String(error));
        if (typeof there === 'string') expect(there).toContain('goes on or broke off');
        else expect(there).toEqual(before);
        // It has moved all, and would refuse to write over that.
        if (typeof there !== 'string') await rm(file);
      });
      expect(kills).toBeGreaterThan(3);
      expect(await rowsIn(to, SECRET)).toEqual(before);
      expect((await readdir(dirname(file))).filter((name) => /draft|partial/.test(name))).toEqual([]);
    },
    TIME_MS,
  );
});

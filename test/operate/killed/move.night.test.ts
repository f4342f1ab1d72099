import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cases } from '../../support/nightly.ts';
import { type Args, isThere, killedAtEach, rowsIn, stopped, TIME_MS } from '../../support/process/killed.ts';
import { expectNothingLost, fastClock } from '../../support/process/operating.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';
import { hasRedis, startRedis } from '../../support/store/redis.ts';

const SECRET = '0123456789abcdef'.repeat(4);
const SET = { CACHE_SECRET: SECRET };
/** A move takes some hundred steps, every third of which is tried at night. */
const EVERY = cases(23, 3);

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

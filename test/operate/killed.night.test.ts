import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type Args,
  isThere,
  killedAtEach,
  rowsIn,
  secretBeside,
  TIME_MS,
} from '../support/process/killed.ts';
import { expectNothingLost, fileOf, premises } from '../support/process/operating.ts';
import { emptyDirectory } from '../support/process/process-main.ts';

it(
  'a backup and a restore that are killed at whatever step leave whole stores only',
  async () => {
    const place = await premises();
    const bot = await place.startFilled();
    const url = place.settings.STORE_URL ?? '';
    const file = join(await emptyDirectory(), 'backup.sqlite');
    const secret = await secretBeside(fileOf(url));
    await killedAtEach(place, { args: ['backup', file] }, async () => {
      if (await isThere(file)) await rowsIn(`sqlite://${file}`, secret);
    });
    await bot.stop();
    const known = [await rowsIn(`sqlite://${file}`, secret), await rowsIn(url, secret)].map(String);
    const args: Args = ['restore', file, '--replace'];
    const kills = await killedAtEach(place, { args }, async () => {
      expect(known).toContain(String(await rowsIn(url, secret)));
    });
    expect(kills).toBeGreaterThan(5);
    expect(String(await rowsIn(url, secret))).toEqual(known[0]);
    expect(await readdir(dirname(fileOf(url)))).not.toContainEqual(expect.stringMatching(/\.draft$/));
    await expectNothingLost(place);
  },
  TIME_MS,
);

import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { openStore } from '../../../src/store/open.ts';
import { sqliteFiles } from '../../../src/store/sqlite/files.ts';
import { type Args, killedAtEach, rowsIn, secretBeside, TIME_MS } from '../../support/process/killed.ts';
import { expectNothingLost, fileOf, premises } from '../../support/process/operating.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';

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

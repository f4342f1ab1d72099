import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { SQLITE_VERSION } from '../../src/store/sqlite/format.ts';
import {
  asking,
  expectNothingLost,
  fileOf,
  KEPT,
  premises,
  recordsOf,
} from '../support/process/operating.ts';
import { runMain } from '../support/process/process-main.ts';
import { copyOldSqlite } from '../support/store/old-store.ts';

/** Makes a store one of another version, as far as its number says. */
async function number(file: string, version: number): Promise<void> {
  const database = await openSqlite(file, { setUp: '', busyTimeoutMs: 1_000 });
  await database.all(`PRAGMA user_version = ${version}`);
  await database.close();
}

async function versionOf(file: string): Promise<unknown> {
  const database = await openSqlite(file, { setUp: '', busyTimeoutMs: 1_000 });
  const [row] = await database.all('PRAGMA user_version');
  await database.close();
  return row?.user_version;
}

/** A place whose bot ran, was backed up, and then upgraded to a version with a newer format. */
async function upgraded() {
  const place = await premises();
  await (await place.startFilled()).stop();
  const backup = join(place.directory, 'before.sqlite');
  await place.run(['backup', backup]);
  await number(fileOf(place.settings.STORE_URL), SQLITE_VERSION + 1);
  return { place, backup };
}

describe('an upgrade', () => {
  // Sends of before format 4 stand elsewhere: they are tested with a store that such a version has left.
  it.each([1, 2, 3].filter((version) => version < SQLITE_VERSION))(
    'goes on with the answers of a store of format %i, and numbers it anew',
    async (version) => {
      const place = await premises();
      await (await place.startFilled()).stop();
      await number(fileOf(place.settings.STORE_URL), version);
      const bot = await place.start();
      expect(recordsOf(await bot.ask(asking(KEPT)))).toMatchObject([{ source: 'cache' }]);
      await bot.stop();
      expect(await versionOf(fileOf(place.settings.STORE_URL))).toBe(SQLITE_VERSION);
    },
  );

  it('is announced by the doctor, who does not begin it', async () => {
    const place = await premises();
    const secret = await copyOldSqlite('0.1.0', fileOf(place.settings.STORE_URL));
    const before = await versionOf(fileOf(place.settings.STORE_URL));
    const { stdout } = await place.run(['doctor', '--offline'], { CACHE_SECRET: secret });
    expect(stdout).toContain(`the next start brings it to ${SQLITE_VERSION}`);
    expect(await versionOf(fileOf(place.settings.STORE_URL))).toBe(before);
  });
});

describe('a rollback', () => {
  it('to a version that cannot read the store is refused with a sentence, and changes nothing', async () => {
    const { place } = await upgraded();
    const before = await readFile(fileOf(place.settings.STORE_URL));
    const ended = await runMain({
      directory: place.directory,
      environment: { ...place.settings },
      args: [KEPT],
    });
    expect(ended).toMatchObject({ exitCode: 78, stdout: '' });
    expect(ended.stderr).toContain('was written by a newer version of imei-bot');
    expect((await place.run(['doctor', '--offline'])).stdout).toContain('was written by a newer version');
    expect((await readFile(fileOf(place.settings.STORE_URL))).equals(before)).toBe(true);
  });

  it('goes on with the backup of before, and keeps the newer store', async () => {
    const { place, backup } = await upgraded();
    await writeFile(join(place.directory, '.env'), '');
    const ended = await place.run(['restore', backup, '--replace']);
    const [, aside = ''] = /What was there before is (.+)\.\n/.exec(ended.stdout) ?? [];
    expect(await versionOf(aside)).toBe(SQLITE_VERSION + 1);
    await expectNothingLost(place);
  });
});

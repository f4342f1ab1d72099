import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { StoreInUse, StoreUnusable } from '../../../src/store/errors.ts';
import { sqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { sqliteFiles } from '../../../src/store/sqlite/files.ts';
import { lockStore } from '../../../src/store/sqlite/place.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';
import { filledFile, NO_STORE, newFile, openStore, runSql } from '../../support/store/sqlite-files.ts';

describe('a store that is opened in a file', () => {
  it('is held, by whatever name, until it is closed', async () => {
    const file = await newFile();
    const { store, file: path, close } = await openSqliteStore(`sqlite://${file}`, systemClock);
    expect(path).toBe(file);
    await store.probe();
    await expect(openStore(file)).rejects.toThrow(StoreInUse);
    await symlink(file, `${file}.link`);
    await expect(openStore(`${file}.link`)).rejects.toThrow(StoreInUse);
    await close();
    await (await openStore(`${file}.link`)).store.probe();
  });

  it('is written where it was moved to by whoever holds it, and not into the one that another has opened in its place', async () => {
    const directory = await emptyDirectory();
    const [data, away] = [join(directory, 'data'), join(directory, 'away')];
    const first = await openSqliteStore(`sqlite://${join(data, 'bot.sqlite')}`, systemClock);
    await first.store.probe();
    await rename(data, away);
    const second = await openStore(join(data, 'bot.sqlite'));
    await second.store.probe();
    await first.store.probe();
    await first.store.collection('requests').put('a', 'one');
    expect(await second.store.collection('requests').get('a')).toBeUndefined();
    await first.close();
    const moved = await openStore(join(away, 'bot.sqlite'));
    expect(await moved.store.collection('requests').get('a')).toBe('one');
  });

  it('is not held any more once the link to it leads elsewhere, and is held by a link to what is not there yet', async () => {
    const directory = await emptyDirectory();
    const link = join(directory, 'link.sqlite');
    await symlink('one.sqlite', link);
    const first = await openStore(link);
    await first.store.probe();
    expect(first.holds()).toBe(true);
    await expect(openStore(join(directory, 'one.sqlite'))).rejects.toThrow(StoreInUse);
    await rm(link);
    await symlink('two.sqlite', link);
    expect(first.holds()).toBe(false);
    const second = await openStore(link);
    expect([first.holds(), second.holds()]).toEqual([false, true]);
  });

  it('is refused where it is none of ours, and let go of', async () => {
    const file = await newFile();
    await writeFile(file, NO_STORE);
    for (let times = 0; times < 2; times += 1) {
      await expect(openStore(file)).rejects.toThrow(StoreUnusable);
      await expect(openStore(file)).rejects.toThrow('not a store of imei-bot');
    }
    expect(await readFile(file, 'utf8')).toBe(NO_STORE);
  });

  it('is not begun anew where one was about to be put there, and is let go of', async () => {
    const file = await newFile();
    await writeFile(`${file}.draft`, '');
    await expect(openStore(file)).rejects.toThrow(`A restore of ${file}`);
    await rm(`${file}.draft`);
    await (await openStore(file)).store.probe();
  });

  it('is opened where it is there, whatever was about to be put there', async () => {
    const file = await filledFile();
    await writeFile(`${file}.draft`, '');
    expect(await (await openStore(file)).store.collection('requests').get('a')).toBe('one');
  });

  it('is refused where what should be its lock is something else', async () => {
    const file = await newFile();
    await writeFile(`${file}.lock`, NO_STORE);
    const refused = openStore(file);
    await expect(refused).rejects.toThrow(StoreUnusable);
    await expect(refused).rejects.toThrow('.lock');
    await expect(lockStore(file)).rejects.not.toThrow(StoreInUse);
  });

  it('is opened although it fails in a way that may pass', async () => {
    const file = await filledFile();
    // What is damaged shows when it is read; the bot answers people meanwhile.
    const bytes = await readFile(file);
    bytes.fill(0xff, 100, 4_096);
    await writeFile(file, bytes);
    const { store } = await openStore(file);
    await expect(store.collection('requests').get('a')).rejects.toThrow('SQLITE_CORRUPT');
  });

  it('is opened although bringing it to this version fails in a way that may pass', async () => {
    const file = await filledFile();
    await runSql(file, 'PRAGMA user_version = 1;');
    const bytes = await readFile(file);
    bytes.fill(0xff, 100, 4_096);
    await writeFile(file, bytes);
    const { store } = await openStore(file);
    await expect(store.probe()).rejects.toThrow('SQLITE_CORRUPT');
  });

  it('may be none, which ends with the process', async () => {
    const opened = await openStore(':memory:');
    await opened.store.collection('rows').put('a', 'one');
    expect('file' in opened).toBe(false);
    const rows = [];
    for await (const portion of opened.dump()) rows.push(...portion);
    expect(rows).toEqual([{ collection: 'rows', id: 'a', value: 'one', expiresAt: undefined }]);
    expect(sqliteFiles.pathOf('sqlite://:memory:')).toBeUndefined();
    expect(sqliteFiles.pathOf('sqlite://sqlite://odd')).toBe('sqlite://odd');
  });

  it('is dumped through the driver, and takes no options', async () => {
    const file = await filledFile();
    const opened = await sqliteDriver.open(`sqlite://${file}`, systemClock);
    const rows = [];
    for await (const portion of opened.dump()) rows.push(...portion);
    await opened.close();
    expect(rows.map(({ collection = 'answers', id }) => `${collection} ${id}`)).toEqual([
      ...['requests a', 'requests b', 'answers k'],
    ]);
    expect(sqliteDriver.problemOf('sqlite://a?mode=ro')).toContain('no options');
    expect(sqliteDriver.problemOf('sqlite://a')).toBeUndefined();
  });
});

import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { sqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { sqliteFiles } from '../../../src/store/sqlite/files.ts';
import { SQLITE_VERSION } from '../../../src/store/sqlite/format.ts';
import { lockStore } from '../../../src/store/sqlite/lock.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { examineSqlite } from '../../../src/store/sqlite/passes/examine.ts';
import { FileThere, StoreInUse, StoreUnusable } from '../../../src/store/unusable.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';

const newFile = async (name = 'bot.sqlite') => join(await emptyDirectory(), name);
const NO_STORE = 'this is no database, and it is long enough to have a header of its own'.repeat(100);

async function open(file: string) {
  const opened = await openSqliteStore(`sqlite://${file}`, systemClock);
  onTestFinished(() => opened.close());
  return opened;
}

/** A file with a store of this version in it, of one row that stays, one that goes, and one answer. */
async function filled(): Promise<string> {
  const file = await newFile();
  const { store, close } = await openSqliteStore(`sqlite://${file}`, systemClock);
  await store.collection('requests').put('a', 'one');
  await store.collection('requests').put('b', 'two', { expiresAt: systemClock.now() + 60_000 });
  await store.keyv.set('k', 'v');
  await close();
  return file;
}

async function sql(file: string, setUp: string): Promise<void> {
  await (await openSqlite(file, { setUp, busyTimeoutMs: 500 })).close();
}

describe('a store that is opened in a file', () => {
  it('is held, by whatever name, until it is closed', async () => {
    const file = await newFile();
    const { store, file: path, close } = await openSqliteStore(`sqlite://${file}`, systemClock);
    expect(path).toBe(file);
    await store.probe();
    await expect(open(file)).rejects.toThrow(StoreInUse);
    await symlink(file, `${file}.link`);
    await expect(open(`${file}.link`)).rejects.toThrow(StoreInUse);
    await close();
    await (await open(`${file}.link`)).store.probe();
  });

  it('is refused where it is none of ours, and let go of', async () => {
    const file = await newFile();
    await writeFile(file, NO_STORE);
    for (let times = 0; times < 2; times += 1) {
      await expect(open(file)).rejects.toThrow(StoreUnusable);
      await expect(open(file)).rejects.toThrow('not a store of imei-bot');
    }
    expect(await readFile(file, 'utf8')).toBe(NO_STORE);
  });

  it('is refused where what should be its lock is something else', async () => {
    const file = await newFile();
    await writeFile(`${file}.lock`, NO_STORE);
    const refused = open(file);
    await expect(refused).rejects.toThrow(StoreUnusable);
    await expect(refused).rejects.toThrow('.lock');
    await expect(lockStore(file)).rejects.not.toThrow(StoreInUse);
  });

  it('is opened although it fails in a way that may pass', async () => {
    const file = await filled();
    // What is damaged shows when it is read; the bot answers people meanwhile.
    const bytes = await readFile(file);
    bytes.fill(0xff, 100, 4_096);
    await writeFile(file, bytes);
    const { store } = await open(file);
    await expect(store.collection('requests').get('a')).rejects.toThrow('SQLITE_CORRUPT');
  });

  it('may be none, which ends with the process', async () => {
    const opened = await open(':memory:');
    await opened.store.collection('rows').put('a', 'one');
    expect('file' in opened).toBe(false);
    const rows = [];
    for await (const portion of opened.dump()) rows.push(...portion);
    expect(rows).toEqual([{ collection: 'rows', id: 'a', value: 'one', expiresAt: undefined }]);
    expect(sqliteFiles.pathOf('sqlite://:memory:')).toBeUndefined();
    expect(sqliteFiles.pathOf('sqlite://sqlite://odd')).toBe('sqlite://odd');
  });

  it('is dumped through the driver, and takes no options', async () => {
    const file = await filled();
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

describe('a copy of a file', () => {
  it('is whole, of this moment, for its owner only, and told what is in it', async () => {
    const file = await filled();
    const to = join(await emptyDirectory(), 'not', 'there', 'copy.sqlite');
    const contents = await sqliteFiles.copy(file, to);
    expect(contents).toEqual({
      ...{ bytes: expect.any(Number), version: SQLITE_VERSION, answers: 1 },
      rows: new Map([['requests', { all: 2, lasting: 1 }]]),
    });
    expect(contents.bytes).toBe((await readFile(to)).length);
    expect(await (await open(to)).store.collection('requests').get('a')).toBe('one');
  });

  it('is written over nothing', async () => {
    const [file, to] = [await filled(), await newFile('copy.sqlite')];
    await writeFile(to, 'is there');
    await expect(sqliteFiles.copy(file, to)).rejects.toThrow(FileThere);
    expect(await readFile(to, 'utf8')).toBe('is there');
  });

  it.each([
    ['is not there', async () => undefined, 'is not there'],
    ['is a directory', async () => emptyDirectory(), 'is no file'],
    ['holds nothing', async (file: string) => sql(file, 'VACUUM;'), 'holds nothing'],
    ['is of another program', async (file: string) => sql(file, 'CREATE TABLE x (y);'), 'another program'],
    ['is no database', async (file: string) => writeFile(file, NO_STORE), 'not a store of imei-bot'],
  ])('is not made of what %s, and nothing is left of it', async (_what, make, says) => {
    const file = await newFile();
    const from = (await make(file)) ?? file;
    const to = join(await emptyDirectory(), 'copy.sqlite');
    const copying = sqliteFiles.copy(from, to);
    await expect(copying).rejects.toThrow(StoreUnusable);
    await expect(copying).rejects.toThrow(says);
    await expect(readFile(to)).rejects.toThrow('ENOENT');
  });
});

describe('a file that is held', () => {
  it('cannot be opened, is moved with all that belongs to it, and replaced', async () => {
    const file = await filled();
    await writeFile(`${file}-wal`, '');
    const held = await sqliteFiles.hold(file);
    await expect(open(file)).rejects.toThrow(StoreInUse);
    await held.moveTo(`${file}.old`);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    await expect(readFile(`${file}-wal`)).rejects.toThrow('ENOENT');
    // Its log is in it, so that one renaming was all.
    await expect(readFile(`${file}.old-wal`)).rejects.toThrow('ENOENT');
    // There is nothing left to be moved.
    await held.moveTo(`${file}.older`);
    await writeFile(`${file}-wal`, 'of another file');
    await held.replaceBy(`${file}.old`);
    await expect(readFile(`${file}-wal`)).rejects.toThrow('ENOENT');
    await held.release();
    expect(await (await open(file)).store.collection('requests').get('a')).toBe('one');
  });
});

describe('a damaged file that is held', () => {
  it('is moved with the log that cannot be brought into it', async () => {
    const file = await newFile();
    await writeFile(file, NO_STORE);
    await writeFile(`${file}-wal`, 'its log');
    const held = await sqliteFiles.hold(file);
    await held.moveTo(`${file}.old`);
    await held.release();
    await expect(readFile(`${file}-wal`)).rejects.toThrow('ENOENT');
    expect(await readFile(`${file}.old-wal`, 'utf8')).toBe('its log');
  });
});

describe('an examination of a file', () => {
  const examine = async (file: string) => {
    const examined = await examineSqlite(`sqlite://${file}`, systemClock);
    onTestFinished(() => examined.close());
    const says = examined.findings.map((finding) => `${finding.state}: ${finding.says}`).join('\n');
    return { ...examined, says };
  };

  it('tells what it holds, and changes nothing', async () => {
    const file = await filled();
    const { says, isInUse, isReady, dump } = await examine(file);
    expect(says).toMatch(/^fine: .* is whole: saved answers: 1, open requests: 1, 0\.[01] MB\.$/m);
    expect(says).toContain(`fine: Its format is ${SQLITE_VERSION}, this version's.`);
    expect(says).not.toContain('read by others');
    expect([isInUse, isReady]).toEqual([false, true]);
    const rows = [];
    for await (const portion of dump()) rows.push(...portion);
    expect(rows).toHaveLength(3);
  });

  it('tells of an earlier version, of one that others can read, and of a bot that holds it', async () => {
    const file = await filled();
    await sql(file, 'PRAGMA user_version = 1;');
    await chmod(file, 0o644);
    const lock = await lockStore(file);
    onTestFinished(lock.release);
    const { says, isInUse, isReady } = await examine(file);
    expect(says).toContain(`note: Its format is 1: the next start brings it to ${SQLITE_VERSION}`);
    expect(says).toContain(`warning: ${file} can be read by others`);
    expect(says).toMatch(/^fine: A bot holds it/m);
    expect([isInUse, isReady]).toEqual([true, false]);
  });

  it.each([
    [':memory:', async () => undefined, 'note: The store ends with the process'],
    ['gone', async () => undefined, 'note: There is no store at'],
    ['of another program', async (file: string) => sql(file, 'CREATE TABLE x (y);'), 'wrong: '],
    ['no database', async (file: string) => writeFile(file, NO_STORE), 'wrong: '],
  ])('tells of one that is %s, of which nothing is read', async (what, make, words) => {
    const file = what === ':memory:' ? what : await newFile();
    await make(file);
    const { says, isInUse, isReady, dump } = await examine(file);
    expect(says).toContain(words);
    expect([isInUse, isReady]).toEqual([false, false]);
    for await (const portion of dump()) expect(portion).toBeUndefined();
  });

  it('tells how much room is left beside it', async () => {
    expect((await examine(await filled())).says).toMatch(/[\d,]+ MB are free on the disk of /);
  });
});

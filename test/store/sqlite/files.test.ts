import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileThere, StoreInUse, StoreUnusable } from '../../../src/store/errors.ts';
import { sqliteFiles } from '../../../src/store/sqlite/files.ts';
import { SQLITE_VERSION } from '../../../src/store/sqlite/format.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';
import {
  emptyStore,
  filledFile,
  NO_STORE,
  newFile,
  openStore,
  runSql,
} from '../../support/store/sqlite-files.ts';

describe('a copy of a file', () => {
  it('is whole, of this moment, for its owner only, and told what is in it', async () => {
    const file = await filledFile();
    const to = join(await emptyDirectory(), 'not', 'there', 'copy.sqlite');
    const contents = await sqliteFiles.copy(file, to);
    expect(contents).toEqual({
      ...{ bytes: expect.any(Number), version: SQLITE_VERSION, answers: 1 },
      rows: expect.any(Map),
    });
    expect(contents.rows.get('requests')).toEqual({ all: 2, lasting: 1 });
    expect(contents.rows.get('history')).toEqual({ all: 0, lasting: 0 });
    expect(contents.bytes).toBe((await readFile(to)).length);
    expect(await (await openStore(to)).store.collection('requests').get('a')).toBe('one');
  });

  it('is written over nothing', async () => {
    const [file, to] = [await filledFile(), await newFile('copy.sqlite')];
    await writeFile(to, 'is there');
    await expect(sqliteFiles.copy(file, to)).rejects.toThrow(FileThere);
    expect(await readFile(to, 'utf8')).toBe('is there');
  });

  it('is not begun where there is something already, whatever it would be made of', async () => {
    const [from, to] = [await newFile(), await newFile('copy.sqlite')];
    await writeFile(from, NO_STORE);
    await writeFile(to, 'is there');
    await expect(sqliteFiles.copy(from, to)).rejects.toThrow(FileThere);
  });

  it('takes away what one that was killed has left of the same copy, and nothing else', async () => {
    const [file, to] = [await filledFile(), await newFile('copy.sqlite')];
    await writeFile(`${to}.partial-1`, '');
    await writeFile(`${to}.mine`, '');
    await sqliteFiles.copy(file, to);
    expect(await readdir(dirname(to))).toEqual(['copy.sqlite', 'copy.sqlite.mine']);
  });

  it.each([
    ['is not there', async () => undefined, 'is not there'],
    ['cannot be looked at', async (file: string) => inFile(file), 'cannot be read (ENOTDIR)'],
    ['is damaged', withBrokenRule, 'is damaged: NULL value in rows.expires'],
    ['is a directory', async () => emptyDirectory(), 'is no file'],
    ['holds nothing', async (file: string) => runSql(file, 'VACUUM;'), 'holds nothing'],
    ['is of another program', async (file: string) => runSql(file, 'CREATE TABLE x (y);'), 'another program'],
    ['is no database', async (file: string) => writeFile(file, NO_STORE), 'not a store of imei-bot'],
  ])('is not made of what %s, and nothing is left of it', async (_what, make, says) => {
    const file = await newFile();
    const from = (await make(file)) ?? file;
    const to = join(await emptyDirectory(), 'copy.sqlite');
    const copying = sqliteFiles.copy(from, to);
    await expect(copying).rejects.toThrow(StoreUnusable);
    await expect(copying).rejects.toThrow(says);
    expect(await readdir(dirname(to))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('leaves neither file open', async () => {
    const [file, to] = [await filledFile(), await newFile('copy.sqlite')];
    await sqliteFiles.copy(file, to);
    expect(await openOf(file)).toEqual([]);
    expect(await openOf(to)).toEqual([]);
  });
});

/** The path of a file below another, which nothing can be. */
async function inFile(file: string): Promise<string> {
  await writeFile(file, '');
  return join(file, 'bot.sqlite');
}

/** A store with a row that its table does not allow. */
async function withBrokenRule(): Promise<string> {
  const file = await emptyStore();
  await runSql(file, "INSERT INTO rows (collection, id, value) VALUES ('requests', 'a', 'one');");
  await runSql(
    file,
    `PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'expires INTEGER', 'expires INTEGER NOT NULL') WHERE name = 'rows';`,
  );
  return file;
}

/** What this process has open of a file and those beside it. */
async function openOf(file: string): Promise<string[]> {
  const paths = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(paths)).filter(
    (path) => basename(path).startsWith(basename(file)) && dirname(path) === dirname(file),
  );
}

describe('a file that is held', () => {
  it('cannot be opened, is moved with all that belongs to it, and replaced', async () => {
    const file = await filledFile();
    await writeFile(`${file}-wal`, '');
    const held = await sqliteFiles.hold(file);
    await expect(openStore(file)).rejects.toThrow(StoreInUse);
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
    expect(await (await openStore(file)).store.collection('requests').get('a')).toBe('one');
  });
});

describe('a file that is held', () => {
  it('may be none yet: no bot makes one meanwhile', async () => {
    const file = await newFile();
    const held = await sqliteFiles.hold(file);
    expect(held.draft).toBe(`${file}.draft`);
    await expect(openStore(file)).rejects.toThrow(StoreInUse);
    await held.release();
    await (await openStore(file)).store.probe();
  });

  it.skipIf(process.platform !== 'linux')('is open no more once it was moved', async () => {
    const file = await filledFile();
    const held = await sqliteFiles.hold(file);
    await held.moveTo(`${file}.old`);
    await held.release();
    expect(await openOf(file)).toEqual([]);
  });
});

describe('a damaged file that is held', () => {
  it('stays where it is, with its log, where that cannot be moved', async () => {
    const file = await newFile();
    await writeFile(file, NO_STORE);
    await writeFile(`${file}-wal`, 'its log');
    await mkdir(`${file}.old-wal`);
    const held = await sqliteFiles.hold(file);
    onTestFinished(held.release);
    await expect(held.moveTo(`${file}.old`)).rejects.toThrow('EISDIR');
    expect(await readFile(`${file}-wal`, 'utf8')).toBe('its log');
    expect(await readFile(file, 'utf8')).toBe(NO_STORE);
  });

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

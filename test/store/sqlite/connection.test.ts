import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { StoreUnusable } from '../../../src/store/errors.ts';
import { createSqliteConnection } from '../../../src/store/sqlite/connection.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { SQLITE_VERSION } from '../../../src/store/sqlite/format.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';

/** As Keyv keeps them: in JSON, of which the file has an index. */
const [ANSWER, NEWER] = ['{"value":"one"}', '{"value":"two"}'];

const sqliteError = (code: string): Error => Object.assign(new Error(`${code}: says SQLite`), { code });

/** A connection to a file, which may not be there yet, by a clock that is moved by hand. */
function connect(file: string, holds?: () => boolean) {
  let elapsedMs = 5_000;
  const clock = { ...systemClock, elapsed: () => elapsedMs };
  const connection = createSqliteConnection(
    { url: `sqlite://${file}`, file, busyTimeoutMs: 50, holds },
    clock,
  );
  onTestFinished(() => connection.close());
  return {
    ...connection,
    /** Which database it works on just now. */
    database: () => connection.guard(async ({ database }) => database),
    pass: (ms: number) => {
      elapsedMs += ms;
    },
  };
}

describe('the connection to a file', () => {
  it.each(['bot.sqlite', ':memory:'])('gives back the answers that were written, in %s', async (name) => {
    const file = name === ':memory:' ? name : join(await emptyDirectory(), name);
    await connect(file).guard(async ({ answers }) => {
      await answers.set('keyv:a', ANSWER);
      expect(await answers.get('keyv:a')).toBe(ANSWER);
      expect(await answers.has('keyv:a')).toBe(true);
      await answers.set('keyv:a', NEWER);
      expect(await answers.get('keyv:a')).toBe(NEWER);
      expect(await answers.delete('keyv:a')).toBe(true);
      expect(await answers.get('keyv:a')).toBeUndefined();
      await answers.set('keyv:b', ANSWER);
      await answers.clear();
      expect(await answers.has('keyv:b')).toBe(false);
    });
  });

  it('reads answers by the statement that it keeps, since Keyv’s own takes as long to prepare as to run', async () => {
    const connection = connect(join(await emptyDirectory(), 'bot.sqlite'));
    await connection.guard(async ({ answers, cache }) => {
      await answers.set('keyv:a', ANSWER);
      await cache.close();
      await expect(cache.get('keyv:a')).rejects.toThrow();
      expect(await answers.get('keyv:a')).toBe(ANSWER);
    });
  });

  it('that would not open is tried again after a second, and until then fails as it did', async () => {
    const directory = await emptyDirectory();
    const blocked = join(directory, 'blocked');
    await writeFile(blocked, '');
    const connection = connect(join(blocked, 'bot.sqlite'));
    const first = await connection.database().catch((error: unknown) => error);
    expect(first).toBeInstanceOf(Error);
    await rm(blocked);
    connection.pass(999);
    await expect(connection.database()).rejects.toBe(first);
    connection.pass(1);
    const database = await connection.database();
    // Once it is open, no failure of before is in the way.
    expect(await connection.database()).toBe(database);
  });

  it('is opened anew after what makes it useless, and not after what passes', async () => {
    const connection = connect(join(await emptyDirectory(), 'bot.sqlite'));
    const first = await connection.database();
    const failing = (code: string) => connection.guard(() => Promise.reject(sqliteError(code)));
    await expect(failing('SQLITE_BUSY')).rejects.toThrow('SQLITE_BUSY');
    expect(await connection.database()).toBe(first);
    await expect(failing('SQLITE_IOERR')).rejects.toThrow('SQLITE_IOERR');
    const second = await connection.database();
    expect(second).not.toBe(first);
    await expect(first.all('SELECT 1')).rejects.toThrow('closed');
    expect(await second.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is given up once by all that fails on it, and not again for what fails later', async () => {
    const connection = connect(join(await emptyDirectory(), 'bot.sqlite'));
    await connection.database();
    let fail = (_error: Error): void => undefined;
    const late = connection.guard(
      () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        }),
    );
    await expect(connection.guard(() => Promise.reject(sqliteError('SQLITE_CORRUPT')))).rejects.toThrow();
    const anew = await connection.database();
    fail(sqliteError('SQLITE_CORRUPT'));
    await expect(late).rejects.toThrow('SQLITE_CORRUPT');
    expect(await connection.database()).toBe(anew);
  });

  it('is opened anew when the file is another one, or gone', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    const connection = connect(file);
    // Before the first use there is nothing to give up.
    await connection.giveUpIfReplaced();
    const first = await connection.database();
    await connection.giveUpIfReplaced();
    expect(await connection.database()).toBe(first);
    await rename(file, `${file}.away`);
    await connection.giveUpIfReplaced();
    expect(await connection.database()).not.toBe(first);
    expect(existsSync(file)).toBe(true);
  });

  it('is kept where another process may have what is there now, and is not opened there', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    let isHolding = true;
    const connection = connect(file, () => isHolding);
    const first = await connection.database();
    await rename(file, `${file}.away`);
    isHolding = false;
    await connection.giveUpIfReplaced();
    expect(await connection.database()).toBe(first);
    await expect(connection.guard(() => Promise.reject(sqliteError('SQLITE_IOERR')))).rejects.toThrow();
    await expect(connection.database()).rejects.toThrow('the store was taken away');
    expect(existsSync(file)).toBe(false);
    isHolding = true;
    connection.pass(1_000);
    expect(await connection.database()).not.toBe(first);
  });

  it('is left alone while it is being opened, also by who asks whether the file is another', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    await writeFile(file, '');
    const connection = connect(file);
    const work = connection.guard(async ({ database }) => {
      await database.all('SELECT 1 AS one');
      return database.all('SELECT 2 AS two');
    });
    await connection.giveUpIfReplaced();
    expect(await work).toEqual([{ two: 2 }]);
  });

  it('to memory is no file, and is never opened anew', async () => {
    // As a broken version may have left it.
    await rm(':memory:', { force: true });
    const connection = connect(':memory:');
    const first = await connection.database();
    await connection.giveUpIfReplaced();
    expect(await connection.database()).toBe(first);
    expect(existsSync(':memory:')).toBe(false);
  });

  it('to what is no store of ours says so', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    const newer = `PRAGMA application_id = ${0x696d6569}; PRAGMA user_version = ${SQLITE_VERSION + 1};`;
    await (await openSqlite(file, { setUp: newer, busyTimeoutMs: 50 })).close();
    await expect(connect(file).database()).rejects.toThrow(StoreUnusable);
  });

  it('takes nothing once it is closed', async () => {
    const connection = connect(join(await emptyDirectory(), 'bot.sqlite'));
    const database = await connection.database();
    await connection.close();
    await expect(connection.database()).rejects.toThrow('closed');
    await expect(database.all('SELECT 1')).rejects.toThrow('closed');
  });
});

describe('a database', () => {
  it('tries a statement anew that could not be prepared', async () => {
    const database = await openSqlite(':memory:', { setUp: '', busyTimeoutMs: 50 });
    onTestFinished(() => database.close());
    await expect(database.all('SELECT * FROM later')).rejects.toThrow('no such table');
    await database.run('CREATE TABLE later (x); INSERT INTO later VALUES (1);');
    expect(await database.all('SELECT * FROM later')).toEqual([{ x: 1 }]);
  });

  it('runs a statement that several ask for at once, and can be closed afterwards', async () => {
    const database = await openSqlite(':memory:', { setUp: '', busyTimeoutMs: 50 });
    const asked = () => database.all('SELECT 1 AS one');
    expect(await Promise.all([asked(), asked()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await database.close();
  });

  it('is closed while a statement is prepared that cannot be', async () => {
    const database = await openSqlite(':memory:', { setUp: '', busyTimeoutMs: 50 });
    const failing = expect(database.all('SELECT * FROM nowhere')).rejects.toThrow('no such table');
    await database.close();
    await failing;
  });

  it('is not opened where what comes first fails', async () => {
    await expect(openSqlite(':memory:', { setUp: 'NO SQL', busyTimeoutMs: 50 })).rejects.toThrow('syntax');
  });

  it('runs nothing once it is closed', async () => {
    const database = await openSqlite(':memory:', { setUp: '', busyTimeoutMs: 50 });
    await database.close();
    await expect(database.run('CREATE TABLE x (y)')).rejects.toThrow('closed');
  });
});

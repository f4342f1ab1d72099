import { chmod, link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CheckRefused } from '../../src/checks/contract.ts';
import { systemClock } from '../../src/core/clock.ts';
import { StoreInUse, StoreUnusable } from '../../src/store/errors.ts';
import { openStore } from '../../src/store/open.ts';
import { createButtonTable } from '../../src/store/schema/button.ts';
import { createMessageTable } from '../../src/store/schema/message.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { emptyDirectory } from '../support/process/process-main.ts';
import { createSqliteStore } from '../support/store/sqlite-store.ts';

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-hostile-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

async function sql(file: string, statements: string): Promise<void> {
  const database = await openSqlite(file);
  for (const statement of statements.split(';')) if (statement.trim() !== '') await database.all(statement);
  await database.close();
}

async function opened(url: string, secret = 'a secret of some length') {
  const open = await openStore(url, secret, systemClock);
  onTestFinished(() => open.close());
  return open;
}

describe('what STORE_URL names', () => {
  it('is refused with a sentence where it is a directory', async () => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'data'));
    const opening = openStore(`sqlite://${join(directory, 'data')}`, undefined, systemClock);
    await expect(opening).rejects.toThrow(StoreUnusable);
    await expect(opening).rejects.toThrow(/data cannot be used: it is a directory/);
  });

  it('is refused where it is a link to a store that another process holds', async () => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'other'));
    const [file, alias] = [join(directory, 'a.sqlite'), join(directory, 'other', 'b.sqlite')];
    await opened(`sqlite://${file}`);
    await symlink(file, alias);
    await expect(opened(`sqlite://${alias}`)).rejects.toThrow(StoreInUse);
  });

  it('is refused with a sentence where it has another name, under which another process could hold it', async () => {
    const file = join(await temporaryDirectory(), 'bot.sqlite');
    await writeFile(file, '');
    await link(file, `${file}.other`);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(StoreUnusable);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(/hard link/);
  });

  it('is refused, and left as it is, where it is a file of something else', async () => {
    const file = join(await temporaryDirectory(), 'letter.txt');
    const text = 'Dear diary, this is no database, and longer than the header of one is.'.repeat(20);
    await writeFile(file, text);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(StoreUnusable);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it.each([
    'CREATE TABLE moz_places (id INTEGER); PRAGMA user_version = 77;',
    'CREATE TABLE notes (id INTEGER);',
  ])('is refused, and left as it is, where it is the database of another program: %s', async (statements) => {
    const file = join(await temporaryDirectory(), 'places.sqlite');
    await sql(file, statements);
    const before = await readFile(file);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(/another program/);
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('is refused with a sentence where nothing can be made', async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'file'), '');
    const opening = openStore(
      `sqlite://${join(directory, 'file', 'x', 'bot.sqlite')}`,
      undefined,
      systemClock,
    );
    await expect(opening).rejects.toThrow(StoreUnusable);
    await expect(opening).rejects.toThrow(/cannot be made/);
  });

  // The superuser may write anywhere.
  it.skipIf(process.getuid?.() === 0)('is refused with a sentence where it cannot be written', async () => {
    const directory = await temporaryDirectory();
    const file = join(directory, 'bot.sqlite');
    await writeFile(file, '', { mode: 0o400 });
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(/cannot be read and written/);
    await chmod(directory, 0o500);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(/cannot be read and written/);
    await chmod(directory, 0o700);
  });
});

describe('a store of another version', () => {
  it('is refused, and left as it is, in a file', async () => {
    const directory = await emptyDirectory();
    const file = join(directory, 'bot.sqlite');
    await (await openStore(`sqlite://${file}`, undefined, systemClock)).close();
    await sql(file, "UPDATE setting SET value = '1000' WHERE name = 'format';");
    const before = await readFile(file);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(/written by another version .* \(format 1000; /);
    expect((await readFile(file)).equals(before)).toBe(true);
  });
});

describe('whoever reads a stolen store', () => {
  it('finds no id of a person beside their checks, and after /forget no hash of it at those of other days', async () => {
    const DAY_MS = 86_400_000;
    const now = { at: Date.now() };
    const { checks, check, store } = await startChecking({
      clock: { ...systemClock, now: () => now.at },
      settings: { allowance: { checksPerDay: 2, reserve: 0 } },
    });
    const rows = () => store.sql.read`SELECT * FROM send`;
    const named = () => store.sql.read`SELECT id FROM send WHERE account <> ''`;
    const ask = (serial: number) => check(testImei(serial), { requester: 'test:user:123456789' });
    await ask(1);
    now.at += DAY_MS;
    await ask(2);
    await ask(3);
    expect(JSON.stringify(await rows())).not.toContain('123456789');
    await checks.forget('test:user:123456789');
    expect(await named()).toHaveLength(2);
    // To be forgotten is no way to begin the day anew.
    await expect(ask(4)).rejects.toThrow(CheckRefused);
  });
});

describe('whoever can write the store', () => {
  const secret = '0123456789abcdef'.repeat(4);

  it('can put no row in the place of another, nor in another table', async () => {
    const { sql, close } = createSqliteStore('sqlite://:memory:', systemClock);
    onTestFinished(close);
    const seal = createSeal(secret);
    const [buttons, messages] = [createButtonTable(sql, seal), createMessageTable(sql, seal, systemClock)];
    for (const id of ['mine', 'yours'])
      await buttons.put({ id, person: id, body: `the button of ${id}`, expires: Date.now() + 60_000 });
    await messages.put('mine', 'a message', { keptMs: 60_000 });
    await sql.tx(async (t) => {
      await t`UPDATE message SET body = (SELECT body FROM button WHERE id = 'yours')`;
      await t`UPDATE button SET body = (SELECT body FROM button WHERE id = 'yours')`;
    });
    expect([await buttons.get('mine', 0), await buttons.get('yours', 0), await messages.get('mine')]).toEqual(
      [undefined, 'the button of yours', undefined],
    );
  });

  it('can give nobody the answer about another phone', async () => {
    const { check, service, store } = await startChecking();
    await check(testImei(1));
    const [mine, yours] = [1, 2].map((serial) => createSeal(secret).hash(`imei test ${testImei(serial)}`));
    await expect.poll(() => store.keyv.get(mine ?? '')).toBeDefined();
    const stolen = (await store.keyv.get(mine ?? '')) ?? '';
    await store.keyv.set(yours ?? '', stolen);
    expect((await check(testImei(2))).source).toBe('service');
    expect(service.paidChecks).toHaveLength(2);
  });
});

import { link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { StoreInUse, StoreUnusable } from '../../src/store/errors.ts';
import { openStore } from '../../src/store/open.ts';
import { createButtonTable } from '../../src/store/schema/button.ts';
import { createMessageTable } from '../../src/store/schema/message.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { emptyDirectory, runMain } from '../support/process/process-main.ts';
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

/** What STORE_URL may name by mistake, made in a directory; and what is said of it. */
const MISTAKES: readonly (readonly [string, (file: string) => Promise<unknown>, RegExp])[] = [
  ['a directory', (file) => mkdir(file), /it is a directory/],
  [
    'a file with another name',
    (file) => writeFile(file, '').then(() => link(file, `${file}.other`)),
    /hard link/,
  ],
  ['a letter', (file) => writeFile(file, 'Dear diary, this is no database. '.repeat(40)), /./],
  [
    'a database of a browser',
    (file) => sql(file, 'CREATE TABLE moz_places (id INTEGER);'),
    /another program/,
  ],
];

describe('what STORE_URL names', () => {
  it.each(MISTAKES)('is refused with a sentence, and left as it is: %s', async (_, make, why) => {
    const file = join(await temporaryDirectory(), 'bot.sqlite');
    await make(file);
    const content = () => readFile(file, 'latin1').catch(() => 'none');
    const before = await content();
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(StoreUnusable);
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(why);
    expect(await content()).toBe(before);
  });

  it('is refused where nothing can be made', async () => {
    const file = join(await temporaryDirectory(), 'file');
    await writeFile(file, '');
    await expect(opened(`sqlite://${join(file, 'x', 'bot.sqlite')}`)).rejects.toThrow(/cannot be made/);
  });

  it('is refused where it is a link to a store that another process holds', async () => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'other'));
    const [file, alias] = [join(directory, 'a.sqlite'), join(directory, 'other', 'b.sqlite')];
    await opened(`sqlite://${file}`);
    await symlink(file, alias);
    await expect(opened(`sqlite://${alias}`)).rejects.toThrow(StoreInUse);
  });

  // The superuser may write anywhere.
  it.skipIf(process.getuid?.() === 0)('is refused where it cannot be written', async () => {
    const file = join(await temporaryDirectory(), 'bot.sqlite');
    await writeFile(file, '', { mode: 0o400 });
    await expect(opened(`sqlite://${file}`)).rejects.toThrow(/cannot be read and written/);
  });
});

describe('a store of another version', () => {
  it('is refused, and left as it is, in a file', async () => {
    const directory = await emptyDirectory();
    const file = join(directory, 'bot.sqlite');
    await (await openStore(`sqlite://${file}`, undefined, systemClock)).close();
    await sql(file, "UPDATE setting SET value = '1000' WHERE name = 'format';");
    const before = await readFile(file);
    const { exitCode, stderr } = await runMain({
      directory,
      args: ['490154203237518'],
      environment: { STORE_URL: `sqlite://${file}` },
    });
    expect(exitCode).toBe(78);
    expect(stderr).toMatch(/^.* written by another version of imei-bot \(format 1000; .*\n$/);
    expect((await readFile(file)).equals(before)).toBe(true);
  });
});

describe('a person who can write the store', () => {
  const secret = '0123456789abcdef'.repeat(4);

  it('can put no row in the place of another, nor in another table', async () => {
    const { sql, close } = createSqliteStore('sqlite://:memory:', systemClock);
    onTestFinished(close);
    const seal = createSeal(secret);
    const [buttons, messages] = [createButtonTable(sql, seal), createMessageTable(sql, seal, systemClock)];
    for (const id of ['mine', 'yours'])
      await buttons.upsert({ id, person: id, body: `the button of ${id}`, expires: Date.now() + 60_000 });
    await messages.upsert('mine', 'a message', { keptMs: 60_000 });
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

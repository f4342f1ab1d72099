import { execFile } from 'node:child_process';
import { chown, readdir, readFile, rename, rm, stat, watch, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { emptyDirectory, newStoreUrl } from '../support/empty-directory.ts';
import { isNight } from '../support/nightly.ts';
import {
  asking,
  createInstallation,
  expectNothingLost,
  fileOf,
  KEPT,
  recordsOf,
} from '../support/process/installation.ts';
import { startMain } from '../support/process/process-main.ts';
import { emptyStore, NO_STORE, openStore, runSql } from '../support/store/sqlite-files.ts';

/** A bot that ran, and a backup of its store from while it did. */
async function backedUp(...flags: readonly string[]) {
  const installation = await createInstallation();
  const bot = await installation.startFilled();
  const file = join(await emptyDirectory(), 'backup.sqlite');
  const ended = await installation.run(['backup', file, ...flags]);
  return { installation, bot, file, ended };
}

describe.each(['SIGINT', 'SIGTERM'] as const)('a backup that is ended by %s', (signal) => {
  it('leaves no part of a file', async () => {
    const store = await emptyStore();
    // Large enough to be found half copied.
    const body = "INSERT INTO message (id, body, expires) VALUES ('large', zeroblob(50000000), 1)";
    await runSql(store, body);
    const backups = await emptyDirectory();
    const names = watch(backups);
    const tool = startMain({
      directory: backups,
      environment: { STORE_URL: `sqlite://${store}` },
      args: ['backup', join(backups, 'backup.sqlite')],
    });
    for await (const { filename } of names) {
      expect(filename).toContain('.partial-');
      break;
    }
    tool.signal(signal);
    expect((await tool.ended).exitCode).toBe(128 + constants.signals[signal]);
    expect(await readdir(backups)).toEqual([]);
  });
});

describe('a backup', () => {
  it('is made while the bot runs, with its secret only if that is asked for, and overwrites nothing', async () => {
    const { installation, bot, file, ended } = await backedUp();
    const secretFile = `${fileOf(installation.settings.STORE_URL)}.secret`;
    const secret = (await readFile(secretFile, 'utf8')).trim();
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ended.stdout).toContain('saved answers: 1, open requests: 1');
    expect(ended.stdout).toContain(`It does not contain its secret (${secretFile})`);
    expect(await readdir(join(file, '..'))).toEqual(['backup.sqlite', 'backup.sqlite.answers']);
    const bytes = await readFile(file);
    expect(bytes.includes(secret)).toBe(false);
    const second = await installation.run(['backup', `${file}2`, '--with-secret']);
    expect((await readFile(`${file}2.secret`, 'utf8')).trim()).toBe(secret);
    for (const one of [file, `${file}2`, `${file}2.secret`]) {
      expect((await stat(one)).mode & 0o777).toBe(0o600);
    }
    expect(ended.stdout + second.stdout).not.toContain(secret);
    const other = await installation.run(['backup', `${file}3`, '--with-secret'], {
      CACHE_SECRET: 'x'.repeat(16),
    });
    expect(other).toMatchObject({
      exitCode: 78,
      stderr: expect.stringContaining('CACHE_SECRET does not open it'),
    });
    const again = await installation.run(['backup', file]);
    expect(again).toMatchObject({ exitCode: 78, stdout: '' });
    expect(again.stderr).toBe(`${file} exists already and was not changed. Name another file.\n`);
    expect((await readFile(file)).equals(bytes)).toBe(true);
    const below = join(file, 'below', 'backup.sqlite');
    expect(await installation.run(['backup', below])).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: `${below} could not be written (ENOTDIR). Name a file in a folder that this user can write to.\n`,
    });
    const inNewFolder = join(file, '..', 'new', 'backup.sqlite');
    expect(await installation.run(['backup', inNewFolder])).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    const held = await installation.run(['restore', file, '--replace']);
    expect(held).toMatchObject({
      exitCode: 75,
      stdout: '',
      stderr: expect.stringContaining('Stop it first'),
    });
    // The bot has not noticed.
    expect(recordsOf(await bot.ask(asking(KEPT)))).toMatchObject([{ source: 'cache' }]);
  });

  it('a backup on a full disk leaves nothing behind, and says so', async () => {
    const installation = await createInstallation();
    await installation.startFilled();
    const directory = await emptyDirectory();
    const file = join(directory, 'backup.sqlite');
    // No file may become larger than a few blocks.
    const main = join(inject('built'), 'src', 'main.js');
    const ended = await promisify(execFile)(
      'sh',
      ['-c', `ulimit -f 8; exec "${process.execPath}" "${main}" backup "${file}"`],
      { cwd: installation.directory, env: { ...installation.settings } },
    ).catch((error: unknown) => error);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended).toMatchObject({
      stderr: expect.stringContaining(`${file} could not be written`),
    });
    expect(await readdir(directory)).toEqual([]);
  });

  it.each([
    ['is not there', {}],
    ['does not name a file', { STORE_URL: 'sqlite://:memory:' }],
  ])('a backup of a store that %s is refused', async (says, set: Record<string, string>) => {
    const installation = await createInstallation();
    const ended = await installation.run(['backup', 'b'], set);
    expect(ended).toMatchObject({ exitCode: 78, stderr: expect.stringContaining(says) });
    expect(await readdir(installation.directory)).toEqual([]);
  });
});

it('what a backup is restored to goes on on another machine as if nothing had happened, but for the window', async () => {
  const { installation, bot, file } = await backedUp('--with-secret');
  await bot.stop();
  const there = join(await emptyDirectory(), 'data', 'bot.sqlite');
  const settings = { STORE_URL: `sqlite://${there}` };
  const ended = await installation.run(['restore', file], settings);
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  await expectNothingLost(installation, settings);
});

it('every store that a restore has replaced can be restored, whatever secrets came after it', async () => {
  const installation = await createInstallation();
  const store = fileOf(installation.settings.STORE_URL);
  await (await openStore(store)).close();
  const backup = join(await emptyDirectory(), 'backup.sqlite');
  await installation.run(['backup', backup]);
  expect(await installation.run(['restore', backup])).toMatchObject({
    exitCode: 78,
    stderr: expect.stringContaining(`${store} exists already`),
  });
  const replaced: string[] = [];
  for (const file of [backup, await emptyStore()]) {
    const ended = await installation.run(['restore', file, '--replace']);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ended.stdout).toContain('waits for one window of the limit');
    replaced.push(/The old store is (.+)\.\n/.exec(ended.stdout)?.[1] ?? '');
  }
  for (const file of replaced) {
    expect((await stat(`${file}.secret`)).mode & 0o777).toBe(0o600);
    const ended = await installation.run(['restore', file, '--replace']);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  }
});

describe('a restore without the saved answers', () => {
  it('says that they are not in the backup, and that they are paid for again', async () => {
    const { installation, bot, file } = await backedUp('--with-secret');
    await bot.stop();
    const there = { STORE_URL: await newStoreUrl() };
    const whole = await installation.run(['restore', file], there);
    expect(whole.stdout).not.toContain('paid for again');
    await rm(`${file}.answers`);
    const elsewhere = { STORE_URL: await newStoreUrl() };
    const without = await installation.run(['restore', file], elsewhere);
    expect(without).toMatchObject({ exitCode: 0, stderr: '' });
    expect(without.stdout).toContain(`There is no ${file}.answers`);
    expect(without.stdout).toContain('paid for again');
  });
});

describe('another secret', () => {
  it('opens the store from then on, made next to it or set, and the bot goes on', async () => {
    const installation = await createInstallation();
    const bot = await installation.startFilled();
    const secret = () => readFile(`${fileOf(installation.settings.STORE_URL)}.secret`, 'utf8');
    const before = await secret();
    expect(await installation.run(['rekey'])).toMatchObject({ exitCode: 75, stdout: '' });
    await bot.stop();
    const ended = await installation.run(['rekey']);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await secret()).not.toBe(before);
    const [, former = ''] = /Keep (\S+) as well/.exec(ended.stdout) ?? [];
    expect(await readFile(former, 'utf8')).toBe(before);
    const store = fileOf(installation.settings.STORE_URL);
    await rename(`${store}.secret`, `${store}.new.secret`);
    expect((await installation.run(['rekey'])).stderr).toContain('restore that file');
    await writeFile(`${store}.secret`, before);
    expect(await installation.run(['rekey'])).toMatchObject({ exitCode: 0, stderr: '' });
    const set = { CACHE_SECRET: (await secret()).trim() };
    expect((await installation.run(['rekey'], set)).stderr).toContain('NEW_CACHE_SECRET');
    const next = 'another secret of some length';
    expect(await installation.run(['rekey'], { ...set, NEW_CACHE_SECRET: next })).toMatchObject({
      exitCode: 0,
    });
    expect((await installation.run(['rekey'])).stderr).toContain('Put that one there');
    const again = await installation.start({ CACHE_SECRET: next });
    expect(recordsOf(await again.ask(asking(KEPT)))).toMatchObject([{ source: 'cache' }]);
  });
});

it('a rekey that goes on with an interrupted one refuses another NEW_CACHE_SECRET', async () => {
  const installation = await createInstallation();
  const store = fileOf(installation.settings.STORE_URL);
  await (await openStore(store)).close();
  const before = await readFile(`${store}.secret`, 'utf8');
  expect(await installation.run(['rekey'])).toMatchObject({ exitCode: 0 });
  const begun = await readFile(`${store}.secret`, 'utf8');
  // As an interrupted run leaves them: the store is sealed, the new secret is not in place.
  await rename(`${store}.secret`, `${store}.new.secret`);
  await writeFile(`${store}.secret`, before);
  const next = { NEW_CACHE_SECRET: 'another secret of some length' };
  const refused = await installation.run(['rekey'], next);
  expect(refused).toMatchObject({ exitCode: 78, stdout: '' });
  expect(refused.stderr).toContain('without NEW_CACHE_SECRET');
  expect(await installation.run(['rekey'])).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await readFile(`${store}.secret`, 'utf8')).toBe(begun);
  expect(await installation.run(['rekey'], next)).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await readFile(`${store}.secret`, 'utf8')).trim()).toBe(next.NEW_CACHE_SECRET);
});

it.runIf(process.getuid?.() === 0)(
  'what root restores, seals again and looks at belongs to the user of the bot',
  async () => {
    const { installation, bot, file } = await backedUp('--with-secret');
    await bot.stop();
    const store = fileOf(installation.settings.STORE_URL);
    await chown(store, 1234, 1234);
    expect(await installation.run(['restore', file, '--replace'])).toMatchObject({ exitCode: 0 });
    expect(await installation.run(['rekey'])).toMatchObject({ exitCode: 0 });
    expect((await installation.run(['doctor'])).stdout).toContain('accepts LOOKUP_API_KEY');
    const files = (await readdir(installation.directory)).filter((name) =>
      name.startsWith('bot.sqlite'),
    );
    expect(files.length).toBeGreaterThan(4);
    for (const name of files) {
      expect([name, (await stat(join(installation.directory, name))).uid]).toEqual([name, 1234]);
    }
  },
);

describe('a restore is refused, and changes nothing,', () => {
  it.each([
    ['where nothing is in its place', false],
    ['where a store is in its place', true],
  ])('for what is wrong with the backup, %s', async (_, hasStore) => {
    const directory = await emptyDirectory();
    const noStore = join(directory, 'backup.sqlite');
    await writeFile(noStore, NO_STORE);
    const installation = await createInstallation();
    if (hasStore) await (await openStore(fileOf(installation.settings.STORE_URL))).close();
    for (const [file, says] of [
      [join(directory, 'missing.sqlite'), 'is not there.'],
      [noStore, 'is not a store of imei-bot. Name a FILE'],
      [directory, 'is a directory: name the file of the backup in it'],
    ] as const) {
      const ended = await installation.run(['restore', file]);
      expect(ended).toMatchObject({ exitCode: 78, stdout: '' });
      expect(ended.stderr).toContain(says);
      expect(ended.stderr).not.toContain('STORE_URL');
    }
  });

  it.runIf(isNight)('of a backup that another secret sealed', async () => {
    const { installation, bot, file } = await backedUp('--with-secret');
    await bot.stop();
    const there = { STORE_URL: await newStoreUrl() };
    const set = await installation.run(['restore', file], {
      ...there,
      CACHE_SECRET: 'quite another secret',
    });
    await writeFile(`${file}.secret`, 'quite another secret');
    const inFile = await installation.run(['restore', file], there);
    expect(set).toMatchObject({ exitCode: 78, stdout: '' });
    expect(set.stderr).toContain('CACHE_SECRET does not open');
    expect(inFile.stderr).toMatch(/^Neither .* opens .*backup\.sqlite/);
    expect(`${set.stderr}${inFile.stderr}`).not.toContain('quite another secret');
    expect(await readdir(join(fileOf(there.STORE_URL), '..'))).toEqual(['bot.sqlite.lock']);
  });
});

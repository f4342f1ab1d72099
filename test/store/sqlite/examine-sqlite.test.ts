import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { opensWith } from '../../../src/store/seal/data-key.ts';
import { examineSqlite } from '../../../src/store/sqlite/examine-sqlite.ts';
import { lockStore } from '../../../src/store/sqlite/store-lock.ts';
import {
  BAD_FILES,
  type BadFile,
  filledFile,
  NO_STORE,
  newFile,
} from '../../support/store/sqlite-files.ts';

describe('an examination of a file', () => {
  const examine = async (file: string) => {
    const examined = await examineSqlite(file);
    const says = examined.diagnoses
      .map((diagnosis) => `${diagnosis.severity}: ${diagnosis.message}`)
      .join('\n');
    return { ...examined, says };
  };

  it('reports what a store has, and changes nothing', async () => {
    const file = await filledFile();
    const { diagnoses, says, isInUse, isReady, sealedKey = '' } = await examine(file);
    expect(says).toMatch(/^fine: .* is whole: saved answers: 1, open requests: 0, 0\.[01] MB\.$/m);
    expect(says).not.toContain('chmod');
    expect(diagnoses.map(({ severity }) => severity)).toEqual(['fine', expect.any(String)]);
    expect(isInUse).toBe(false);
    expect(isReady).toBe(true);
    const secret = (await readFile(`${file}.secret`, 'utf8')).trim();
    expect(opensWith(sealedKey, secret)).toBe(true);
    expect(opensWith(sealedKey, 'another one')).toBe(false);
  });

  it('reports that other users can read a file, and that a bot runs on it', async () => {
    const file = await filledFile();
    await chmod(file, 0o644);
    const lock = await lockStore(file);
    onTestFinished(lock.release);
    const { says, isInUse, isReady } = await examine(file);
    expect(says).toContain(`warning: Others on this machine can read ${file}`);
    expect(says).toMatch(/^fine: A bot runs on it/m);
    expect(isInUse).toBe(true);
    expect(isReady).toBe(true);
    await symlink(file, `${file}.link`);
    expect((await examine(`${file}.link`)).isInUse).toBe(true);
  });

  it.each<BadFile>([
    [':memory:', async () => undefined, 'note: The store ends with the process'],
    ['gone', async () => undefined, 'note: There is no store at'],
    ['empty', async (file) => writeFile(file, ''), 'note: There is nothing in'],
    ...BAD_FILES,
    ['a directory', async (file) => mkdir(file), 'is a directory'],
  ])('reports that a store is not ready if it is %s', async (what, make, words) => {
    const file = what === ':memory:' ? what : await newFile();
    await make(file);
    const { says, isInUse, isReady, sealedKey } = await examine(file);
    expect(says).toContain(words);
    expect(says).not.toContain('chmod');
    expect(isInUse).toBe(false);
    expect(isReady).toBe(false);
    expect(sealedKey).toBeUndefined();
  });

  it.skipIf(process.platform !== 'linux')('reports a full disk, as the start does', async () => {
    // It has no free space for any user.
    const { says } = await examine('/proc/sys/kernel/bot.sqlite');
    expect(says).toMatch(/^wrong: The disk is full: 0 MB are free at \/proc\/sys\/kernel\./m);
  });

  it('does not take a broken lock file for a bot', async () => {
    const file = await filledFile();
    await writeFile(`${file}.lock`, NO_STORE);
    expect((await examine(file)).isInUse).toBe(false);
  });
});

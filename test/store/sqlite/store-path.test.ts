import { link, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { preparePath } from '../../../src/store/sqlite/store-path.ts';
import { StoreUnusable } from '../../../src/store/store-errors.ts';
import { emptyDirectory } from '../../support/empty-directory.ts';

describe('the path of a store', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await emptyDirectory();
    file = join(folder, 'bot.sqlite');
  });

  /** Why nothing can be stored at a path. */
  const reasonOf = async (path: string): Promise<string> => {
    const error = await preparePath(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreUnusable);
    return String(error);
  };

  it('may be a file, or a new path, whose directories are made', async () => {
    const below = join(folder, 'not', 'there', 'yet');
    await preparePath(join(below, 'bot.sqlite'));
    expect((await stat(below)).isDirectory()).toBe(true);
    await writeFile(file, '');
    await preparePath(file);
  });

  it.each([
    [
      'below a file',
      () => writeFile(file, ''),
      () => join(file, 'store', 'bot.sqlite'),
      'cannot be made (ENOTDIR). Correct that, or set STORE_URL to another place.',
    ],
    ['a directory', () => mkdir(file), () => file, 'bot.sqlite/imei-bot.sqlite would do'],
  ])('may not be %s, and the error says why', async (_what, make, pathOf, says) => {
    await make();
    expect(await reasonOf(pathOf())).toContain(says);
  });

  it('may not be a socket', async () => {
    const server = createServer().listen(file);
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      expect(await reasonOf(file)).toContain('is not a file');
    } finally {
      server.close();
    }
  });

  it('may not have a hard link, since another process would not see its lock', async () => {
    await writeFile(file, '');
    await link(file, join(folder, 'other.sqlite'));
    expect(await reasonOf(file)).toContain('hard link');
  });

  it.skipIf(process.platform !== 'linux')(
    'needs rights of this user to the folder and to the file',
    async () => {
      // Nobody may write there, not even root.
      const theirs = '/proc/sys/kernel';
      expect(await reasonOf(join(theirs, 'bot.sqlite'))).toContain(
        'cannot be read and written (EACCES)',
      );
      await symlink(join(theirs, 'ostype'), file);
      expect(await reasonOf(file)).toContain('cannot be read and written (EACCES)');
    },
  );

  it('may not be one that the system refuses, such as a name that is too long', async () => {
    expect(await reasonOf(join(folder, 'x'.repeat(300)))).toContain('ENAMETOOLONG');
  });
});

import { link, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { preparePath } from '../../../src/store/sqlite/store-path.ts';
import { StoreUnusable } from '../../../src/store/store-errors.ts';
import { emptyDirectory } from '../../support/empty-directory.ts';

describe('the place of a store', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await emptyDirectory();
    file = join(folder, 'bot.sqlite');
  });

  /** Why nothing can be stored there. */
  const reasonOf = async (place: string): Promise<string> => {
    const error = await preparePath(place).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreUnusable);
    return String(error);
  };

  it('is good where there is a file of one name, or none yet, whose directories are made', async () => {
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
    [
      'in the place of a directory',
      () => mkdir(file),
      () => file,
      'bot.sqlite/imei-bot.sqlite would do',
    ],
  ])('is none %s, and a sentence says why', async (_where, make, place, says) => {
    await make();
    expect(await reasonOf(place())).toContain(says);
  });

  it('is none in the place of a socket', async () => {
    const server = createServer().listen(file);
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      expect(await reasonOf(file)).toContain('is not a file');
    } finally {
      server.close();
    }
  });

  it('is none under a second name, whose lock another process would not see', async () => {
    await writeFile(file, '');
    await link(file, join(folder, 'other.sqlite'));
    expect(await reasonOf(file)).toContain('hard link');
  });

  it.skipIf(process.platform !== 'linux')(
    'is none where this user has no rights, to the folder or to the file',
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

  it('is none that the system cannot look at', async () => {
    expect(await reasonOf(join(folder, 'x'.repeat(300)))).toContain('ENAMETOOLONG');
  });
});

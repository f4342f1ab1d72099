import {
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { templateOf } from '../../src/core/query.ts';
import { changeSecret } from '../../src/store/seal/data-key.ts';
import { StoreFailed, StoreInUse, StoreUnusable } from '../../src/store/store-errors.ts';
import { isStoreUrl, storeKindOf } from '../../src/store/store-kinds.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { OTHER_SECRET, SECRET } from '../support/known.ts';
import {
  BAD_FILES,
  type BadFile,
  filledFile,
  fillFile,
  NO_STORE,
  newFile,
  openStore,
  runSql,
} from '../support/store/sqlite-files.ts';

const CONTEXT = 'rows a';

it('STORE_URL is the URL of SQLite or PostgreSQL', () => {
  const urls = 'sqlite://data/bot.sqlite postgres://bot@host/bot postgresql://host'.split(' ');
  const others = 'redis://localhost sqlite:// postgres:// data/imei-bot.sqlite'.split(' ');
  expect([...urls, ...others].filter(isStoreUrl)).toEqual(urls);
});

describe('the secret of a store', () => {
  it('is made in a file next to it, and opens it from then on', async () => {
    const file = await newFile();
    const first = await openStore(file);
    await first.markFile?.write('a word');
    const sealed = first.seal.encrypt('text', CONTEXT);
    await first.close();
    expect((await readFile(`${file}.secret`, 'utf8')).trim().length).toBeGreaterThan(40);
    const next = await openStore(file);
    expect(next.seal.decrypt(sealed, CONTEXT)).toBe('text');
    expect(await next.markFile?.read()).toBe('a word');
  });

  it('is not made if one is given, and no other secret opens the store', async () => {
    const file = await newFile();
    await (await openStore(file, SECRET)).close();
    await expect(readFile(`${file}.secret`)).rejects.toThrow('ENOENT');
    await expect(openStore(file, OTHER_SECRET)).rejects.toThrow(
      'CACHE_SECRET does not open the store',
    );
    await expect(openStore(file)).rejects.toThrow(`${file}.secret is missing or does not open`);
    expect(await readdir(dirname(file))).not.toContain('bot.sqlite.secret');
    await writeFile(`${file}.secret`, OTHER_SECRET);
    await expect(openStore(file)).rejects.toThrow(`${file}.secret is missing or does not open`);
    await (await openStore(file, SECRET)).close();
  });

  it('is what the error is about if it is wrong, even if the store cannot be closed either', async () => {
    const file = await newFile();
    await (await openStore(file, SECRET)).close();
    const kind = storeKindOf(`sqlite://${file}`);
    const { open } = kind;
    vi.spyOn(kind, 'open').mockImplementationOnce(async (options) => {
      const database = await open(options);
      const close = async (): Promise<void> => {
        await database.close();
        throw new Error('the session was lost');
      };
      return { ...database, close };
    });
    await expect(openStore(file, OTHER_SECRET)).rejects.toThrow(StoreUnusable);
  });

  it('can be changed, and what was sealed before can still be read', async () => {
    const file = await newFile();
    const { seal, metadata, close } = await openStore(file, SECRET);
    const [sealed, hash] = [seal.encrypt('text', CONTEXT), seal.hash('name')];
    expect(await changeSecret(metadata, OTHER_SECRET, SECRET)).toBe(false);
    expect(await changeSecret(metadata, SECRET, OTHER_SECRET)).toBe(true);
    await close();
    await expect(openStore(file, SECRET)).rejects.toThrow(StoreUnusable);
    const next = await openStore(file, OTHER_SECRET);
    expect(next.seal.decrypt(sealed, CONTEXT)).toBe('text');
    expect(next.seal.hash('name')).toEqual(hash);
  });

  it('is random for a store in memory', async () => {
    const [first, second] = [await openStore(':memory:'), await openStore(':memory:')];
    expect(first.seal.hash('name')).not.toBe(second.seal.hash('name'));
    expect(first.markFile).toBeUndefined();
    expect(first.isOwner()).toBe(true);
  });
});

describe('a store in a file', () => {
  it.skipIf(process.platform !== 'linux')(
    'leaves no file open if it cannot be opened',
    async () => {
      const file = await filledFile();
      await writeFile(`${file}.answers`, NO_STORE);
      for (let times = 0; times < 3; times += 1) {
        await expect(openStore(file)).rejects.toThrow(StoreUnusable);
      }
      const handles = (await readdir('/proc/self/fd')).map((handle) => `/proc/self/fd/${handle}`);
      // A handle may be closed meanwhile.
      const open = await Promise.all(handles.map((handle) => readlink(handle).catch(() => '')));
      expect(open.filter((path) => path.startsWith(file))).toEqual([]);
    },
  );

  it('cannot be read by other users, and leaves no log when it is closed', async () => {
    const file = await filledFile();
    for (const path of [file, `${file}.answers`, `${file}.lock`]) {
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
    const files = ['', '.answers', '.lock', '.secret'].map((end) => `bot.sqlite${end}`);
    expect(await readdir(dirname(file))).toEqual(files);
  });

  it('is owned until it is closed, also under the name of a link', async () => {
    const file = await newFile();
    const { close } = await openStore(file, SECRET);
    await symlink(file, `${file}.link`);
    for (const name of [file, `${file}.link`]) {
      await expect(openStore(name, SECRET)).rejects.toThrow(StoreInUse);
    }
    await close();
    await (await openStore(`${file}.link`, SECRET)).close();
  });

  const takenAway: readonly (readonly [
    how: string,
    take: (file: string) => Promise<void>,
    why: string,
  ])[] = [
    ['its lock is removed', (file) => rm(`${file}.lock`), 'the lock of the store was taken away'],
    [
      'its directory is moved',
      (file) => rename(dirname(file), `${dirname(file)}.away`),
      'the lock',
    ],
    ['it is removed', (file) => rm(file), 'a file of the store was removed or replaced'],
    ['it is replaced', async (file) => rename(await filledFile(), file), 'removed or replaced'],
  ];
  it('is lost when its file or lock is removed, and another process can open the store', async () => {
    const isLost = async ([how, takeAway, why]: (typeof takenAway)[number]): Promise<void> => {
      const file = join(await emptyDirectory(), 'data', 'bot.sqlite');
      const first = await openStore(file, SECRET);
      await takeAway(file);
      expect(String(await first.lost), how).toContain(why);
      if (why.includes('lock')) {
        expect(first.isOwner()).toBe(false);
        const second = await openStore(file, SECRET);
        expect(first.isOwner()).toBe(false);
        expect(second.isOwner()).toBe(true);
        // What is under way is written where it belongs.
        await first.metadata.set('a', 'first');
      }
      await first.close();
    };
    // Each loss is noticed within a second.
    await Promise.all(takenAway.map(isLost));
  });

  it('is owned under a link to a new file, until that link leads to another file', async () => {
    const directory = await emptyDirectory();
    const link = join(directory, 'link.sqlite');
    await symlink('one.sqlite', link);
    const first = await openStore(link, SECRET);
    await expect(openStore(join(directory, 'one.sqlite'))).rejects.toThrow(StoreInUse);
    await rm(link);
    await symlink('two.sqlite', link);
    const second = await openStore(link, SECRET);
    expect(first.isOwner()).toBe(false);
    expect(second.isOwner()).toBe(true);
  });

  it.each<BadFile>([
    ...BAD_FILES,
    [
      'next to a broken lock file',
      async (file) => writeFile(`${file}.lock`, NO_STORE),
      '.lock is not a lock of imei-bot. Remove it:',
    ],
    ['of another version', newer, 'another version of imei-bot (format 2; this one reads 5)'],
  ])('is refused if it is %s, and not changed', async (_what, make, says) => {
    const file = await newFile();
    await make(file);
    const before = await readFile(file).catch(() => undefined);
    for (let times = 0; times < 2; times += 1) {
      const refused = openStore(file);
      await expect(refused).rejects.toThrow(StoreUnusable);
      await expect(refused).rejects.toThrow(says);
    }
    if (before !== undefined) expect((await readFile(file)).equals(before)).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')(
    'can be opened later if its lock cannot be read just now',
    async () => {
      const file = await newFile();
      // Reading it fails as on a broken disk.
      await symlink('/proc/self/mem', `${file}.lock`);
      const failed = openStore(file);
      await expect(failed).rejects.toThrow('SQLITE_IOERR');
      await expect(failed).rejects.toThrow(StoreFailed);
      await rm(`${file}.lock`);
      await (await openStore(file)).close();
    },
  );

  it('reports a full disk, can be read meanwhile, and works again when there is room', async () => {
    const { sql, metadata } = await openStore(await filledFile());
    // SQLite fails as on a full disk when a file may not become larger.
    const setMost = (pages: number) =>
      sql.tx((query) => query(templateOf(`PRAGMA max_page_count = ${pages}`)));
    await setMost(1);
    const large = 'x'.repeat(100_000);
    const refused = await Promise.allSettled([metadata.set('b', large), metadata.set('c', large)]);
    for (const result of refused) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining('SQLITE_FULL') },
      });
    }
    expect(await metadata.get('a')).toBe('one');
    expect(await metadata.get('b')).toBeUndefined();
    await setMost(1_000_000);
    await metadata.set('b', large);
    expect(await metadata.get('b')).toBe(large);
  });
});

it('a store syncs each commit, so that it survives a power loss, and writes nothing elsewhere', async () => {
  const { sql } = await openStore(await newFile());
  const [synced] = await sql.tx((query) => query`PRAGMA synchronous`);
  const [temporary] = await sql.tx((query) => query`PRAGMA temp_store`);
  expect([synced, temporary], 'FULL, MEMORY').toEqual([{ synchronous: 2 }, { temp_store: 2 }]);
});

async function newer(file: string): Promise<void> {
  await fillFile(file);
  await runSql(file, "UPDATE metadata SET value = '2' WHERE name = 'format'");
}

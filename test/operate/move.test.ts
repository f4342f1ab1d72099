import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClient } from '@keyv/redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { StoredRow } from '../../src/store/contract.ts';
import { openStore } from '../../src/store/open.ts';
import {
  asking,
  expectNothingLost,
  fastClock,
  fileOf,
  KEPT,
  type Premises,
  premises,
  recordsOf,
} from '../support/process/operating.ts';
import { emptyDirectory } from '../support/process/process-main.ts';
import { hasRedis, startRedis } from '../support/store/redis.ts';

const SECRET = '0123456789abcdef'.repeat(4);

type Rows = ReadonlyMap<string, readonly StoredRow[]>;

const ANY_LIMIT = {
  concurrent: 4,
  perWindow: 19,
  windowMs: 60_000,
  batchEveryMs: 3_000,
  leaseMs: { windowSlot: 60_000, inFlight: 60_000 },
};

async function aRedis(): Promise<string> {
  const server = await startRedis();
  onTestFinished(() => server.destroy());
  return server.url;
}

async function newFile(): Promise<string> {
  return `sqlite://${join(await emptyDirectory(), 'new.sqlite')}`;
}

const secretBeside = async (url = ''): Promise<string> =>
  (await readFile(`${fileOf(url)}.secret`, 'utf8')).trim();

/** A place whose bot ran and was stopped, with one answer kept and one request open. */
async function stopped(more: Readonly<Record<string, string>> = {}): Promise<Premises> {
  const place = await premises();
  await (await place.startFilled(more)).stop();
  return place;
}

/** All rows by collection, in their order. */
async function rowsIn(url: string, secret: string): Promise<Rows> {
  const opened = await openStore(url, secret, systemClock);
  const found = new Map<string, StoredRow[]>();
  for await (const portion of opened.dump())
    for (const row of portion) {
      const { collection = 'answers' } = row;
      if (collection === 'probe' || collection === 'members') continue;
      found.set(collection, [...(found.get(collection) ?? []), row]);
    }
  await opened.close();
  return found;
}

/** Expects the same rows; an expiry may differ by seconds, since Redis keeps what is left to live. */
function expectSameRows(found: Rows, expected: Rows): void {
  const withoutExpiry = (rows: Rows): unknown =>
    new Map([...rows].map(([name, those]) => [name, those.map(({ expiresAt: _, ...row }) => row)]));
  expect(withoutExpiry(found)).toEqual(withoutExpiry(expected));
  for (const [name, rows] of expected)
    for (const [index, { expiresAt = Number.POSITIVE_INFINITY }] of rows.entries()) {
      const other = found.get(name)?.[index]?.expiresAt ?? Number.POSITIVE_INFINITY;
      expect(other === expiresAt || Math.abs(other - expiresAt) < 20_000, name).toBe(true);
    }
}

describe.skipIf(!hasRedis)('a move', () => {
  it('from a file to a Redis and back again loses nothing', async () => {
    const place = await stopped({ CACHE_SECRET: SECRET });
    const redis = await aRedis();
    const back = await newFile();
    const { STORE_URL: first = '' } = place.settings;
    const set = { CACHE_SECRET: SECRET };
    const there = await place.runAsProcess(['move', '--to', redis], set);
    const returned = await place.run(['move', '--from', redis, '--to', back], set);
    expect([there, returned]).toMatchObject([
      { exitCode: 0, stderr: '' },
      { exitCode: 0, stderr: '' },
    ]);
    const before = await rowsIn(first, SECRET);
    expect([...before.keys()]).toEqual(expect.arrayContaining(['answers', 'requests', 'sent', 'spending']));
    expectSameRows(await rowsIn(redis, SECRET), before);
    expectSameRows(await rowsIn(back, SECRET), before);
  });

  it('into a Redis is gone on with as if nothing had happened, with the secret that it names', async () => {
    const place = await stopped();
    const redis = await aRedis();
    const ended = await place.run(['move', '--to', redis]);
    const secret = await secretBeside(place.settings.STORE_URL);
    expect(ended.stdout).toContain(
      `Set CACHE_SECRET to what ${fileOf(place.settings.STORE_URL)}.secret holds`,
    );
    expect(ended.stdout).not.toContain(secret);
    await expectNothingLost(place, { STORE_URL: redis, CACHE_SECRET: secret }, fastClock);
  });

  it('into or out of a Redis leaves it no memory of a limit that others go on with', async () => {
    const place = await stopped({ CACHE_SECRET: SECRET });
    const redis = await aRedis();
    const set = { CACHE_SECRET: SECRET };
    await place.run(['move', '--to', redis], set);
    const limits = () => keysIn(redis, '{imei-bot}:limit:*');
    const remember = async (): Promise<void> => {
      const opened = await openStore(redis, SECRET, systemClock);
      await opened.shared?.createPermits(ANY_LIMIT).ask('one', 'single');
      await opened.close();
      expect(await limits()).not.toEqual([]);
    };
    await remember();
    await place.run(['move', '--from', redis, '--to', await newFile()], set);
    expect(await limits()).toEqual([]);
    await remember();
    await place.run(['move', '--to', redis, '--replace'], set);
    expect(await limits()).toEqual([]);
  });

  it('into a file is gone on with there, and from where it came, with the window for full', async () => {
    const place = await stopped();
    const target = await newFile();
    const ended = await place.run(['move', '--to', target]);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await stat(`${fileOf(target)}.secret`)).mode & 0o777).toBe(0o600);
    await expectNothingLost(place, { STORE_URL: target });
    const other = await stopped();
    await other.run(['move', '--to', await newFile()]);
    await expectNothingLost(other);
  });
});

describe.skipIf(!hasRedis)('a move is refused, and changes nothing,', () => {
  it('while a bot holds the file, or works on the Redis', async () => {
    const place = await premises();
    const bot = await place.startFilled({ CACHE_SECRET: SECRET });
    const redis = await aRedis();
    const set = { CACHE_SECRET: SECRET };
    const held = await place.runAsProcess(['move', '--to', redis], set);
    expect(recordsOf(await bot.ask(asking(KEPT)))).toMatchObject([{ source: 'cache' }]);
    await bot.stop();
    await place.start({ ...set, STORE_URL: redis });
    await expect.poll(() => keysIn(redis, '{imei-bot}:row:members:*')).toHaveLength(1);
    const worked = await place.run(['move', '--to', redis, '--replace'], set);
    const from = await place.run(['move', '--from', redis, '--to', await newFile()], set);
    expect([held, worked, from].map(({ exitCode }) => exitCode)).toEqual([75, 75, 75]);
    expect(worked.stderr).toContain(`is running on ${redis}`);
  });

  it('into what holds a store already, unless that is to be replaced', async () => {
    const place = await stopped({ CACHE_SECRET: SECRET });
    const set = { CACHE_SECRET: SECRET };
    const redis = await aRedis();
    const file = await newFile();
    for (const to of [redis, file]) {
      expect((await place.run(['move', '--to', to], set)).exitCode).toBe(0);
      const again = await place.run(['move', '--to', to], set);
      expect(again).toMatchObject({ exitCode: 78, stdout: '' });
      expect(again.stderr).toContain('already');
      expect((await place.run(['move', '--to', to, '--replace'], set)).exitCode).toBe(0);
    }
    expect(await readdir(dirname(fileOf(file)))).toContainEqual(
      expect.stringMatching(/^new\.sqlite\.before-\d+T\d+Z$/),
    );
  });

  it('with another secret, without one, and of what is not there', async () => {
    const place = await stopped();
    const redis = await aRedis();
    const another = await place.run(['move', '--to', redis], { CACHE_SECRET: SECRET });
    expect(another).toMatchObject({ exitCode: 78, stdout: '' });
    expect(another.stderr).toContain('CACHE_SECRET does not open');
    const none = await place.run(['move', '--from', await newFile(), '--to', redis]);
    expect(none.stderr).toContain('is not here');
    const missing = await place.run(['move', '--from', await newFile(), '--to', redis], {
      CACHE_SECRET: SECRET,
    });
    expect(missing.stderr).toContain('is not there');
    expect(await keysIn(redis, '*')).toEqual([]);
  });

  it('where the Redis is away', async () => {
    const place = await stopped({ CACHE_SECRET: SECRET });
    const ended = await place.run(['move', '--to', 'redis://:hidden-word@127.0.0.1:1'], {
      CACHE_SECRET: SECRET,
    });
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ended.stderr).toContain('redis://127.0.0.1:1 does not answer');
    expect(ended.stderr).not.toContain('hidden-word');
  });
});

describe.skipIf(!hasRedis)('a Redis into which a move broke off', () => {
  it('is opened by no bot, and moved into again', async () => {
    const place = await stopped({ CACHE_SECRET: SECRET });
    const set = { CACHE_SECRET: SECRET };
    const redis = await aRedis();
    const opened = await openStore(redis, SECRET, systemClock);
    await opened.upkeep?.closeToOthers();
    await opened.store.collection('requests').put('half', 'of it');
    await opened.close();
    await expect(place.start({ ...set, STORE_URL: redis })).rejects.toThrow('goes on, or broke off');
    expect((await place.run(['move', '--to', redis], set)).exitCode).toBe(78);
    expect((await place.run(['move', '--to', redis, '--replace'], set)).exitCode).toBe(0);
    expect(await keysIn(redis, '{imei-bot}:row:requests:half')).toEqual([]);
    await (await place.start({ ...set, STORE_URL: redis })).stop();
  });
});

async function keysIn(url: string, pattern: string): Promise<readonly string[]> {
  const client = await createClient({ url }).connect();
  try {
    return await client.keys(pattern);
  } finally {
    client.destroy();
  }
}

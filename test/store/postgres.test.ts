import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { templateOf } from '../../src/core/query.ts';
import { type Clock, systemClock } from '../../src/core/time/clock.ts';
import { openInstallation } from '../../src/store/installation.ts';
import type { OwnedDatabase } from '../../src/store/owned-database.ts';
import { examinePostgres } from '../../src/store/postgres/examine-postgres.ts';
import { openPostgres } from '../../src/store/postgres/postgres-store.ts';
import { MetadataTable } from '../../src/store/schema/metadata-table.ts';
import { TABLES } from '../../src/store/schema/tables.ts';
import { openSeal } from '../../src/store/seal/data-key.ts';
import { StoreFailed, StoreInUse, StoreUnusable } from '../../src/store/store-errors.ts';
import { describeAnswers } from '../contract/answers-contract.ts';
import { describeTables } from '../contract/tables-contract.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { OTHER_SECRET, SECRET } from '../support/known.ts';
import { isNight } from '../support/nightly.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';
import { SELF_SIGNED } from '../support/self-signed.ts';
import { hasPostgres, sharedPostgres } from '../support/store/postgres.ts';

const LEASE_MS = 1_500;
/** Longer than a test lasts. */
const LONG_LEASE_MS = 60_000;
const never = new AbortController().signal;

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  const server = sharedPostgres();

  const open = async (url?: string, leaseMs = LEASE_MS): Promise<OwnedDatabase> => {
    const owned = await openPostgres({
      url: url ?? (await server().freshUrl()),
      clock: systemClock,
      signal: never,
      leaseMs,
    });
    onTestFinished(() => owned.close().catch(() => undefined));
    return owned;
  };
  /** Another process that owns the installation. */
  const startOwner = async (url: string, leaseMs = LEASE_MS) => {
    const child = fork(join(inject('built'), 'test', 'support', 'process', 'owner-child.js'), {
      env: { ...process.env, STORE_URL: url, LEASE_MS: String(leaseMs) },
      execArgv: [],
    });
    endWithTests(child);
    onTestFinished(() => void child.kill('SIGKILL'));
    const said: unknown[] = [];
    child.on('message', (what) => said.push(what));
    const says = (what: unknown) =>
      expect.poll(() => said, { timeout: 20_000 }).toContainEqual(what);
    await says('owner');
    return { child, says };
  };
  /** The sessions that ask for the lease. */
  const askingIn = async (url: string): Promise<unknown[]> => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(
      `SELECT state, backend_xmin AS snapshot FROM pg_stat_activity
        WHERE query LIKE 'SELECT%advisory_lock%' AND datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await client.end();
    return rows;
  };
  const canWrite = async ({ sql, isOwner }: OwnedDatabase): Promise<void> => {
    await sql.tx((query) => query`DELETE FROM message`);
    expect(isOwner()).toBe(true);
  };

  let shared: OwnedDatabase | undefined;
  afterAll(() => shared?.close());
  describeTables('PostgreSQL', async () => {
    shared ??= await openPostgres({ url: await server().freshUrl(), clock: systemClock });
    const { sql } = shared;
    await sql.tx(async (query) => {
      for (const { name } of TABLES) await query(templateOf(`DELETE FROM ${name}`));
    });
    return sql;
  });

  describeAnswers('PostgreSQL', async () => (await open()).answers);

  describe('over TLS', () => {
    /** Whether the sessions of an open database are encrypted. */
    const isEncrypted = async ({ sql }: OwnedDatabase) => {
      const ask = templateOf('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return [await sql.tx((query) => query(ask)), await sql.read(ask)]
        .flat()
        .map(({ ssl }) => ssl);
    };

    it('sslmode=verify-full with sslrootcert encrypts the connection, and verifies the server', async () => {
      const root = join(await emptyDirectory(), 'root.crt');
      await writeFile(root, SELF_SIGNED.cert);
      const url = `${await server().freshUrl()}&sslmode=verify-full&sslrootcert=${root}`;
      expect(await isEncrypted(await open(url))).toEqual([true, true]);
      expect((await examinePostgres(url)).isReady).toBe(true);
    });

    it('sslmode=no-verify encrypts the connection; without sslmode it is not encrypted', async () => {
      const url = await server().freshUrl();
      expect(await isEncrypted(await open(`${url}&sslmode=no-verify`))).toEqual([true, true]);
      expect(await isEncrypted(await open())).toEqual([false, false]);
    });

    it.each([
      ['names no file', 'sslrootcert', undefined],
      ['names a file without a certificate', 'sslcert', 'no certificate'],
    ])('an error says what to correct in a STORE_URL that %s', async (_, name, text) => {
      const file = join(await emptyDirectory(), 'file.crt');
      if (text !== undefined) await writeFile(file, text);
      const url = `${await server().freshUrl()}&sslmode=no-verify&${name}=${file}`;
      const advice = /^STORE_URL: it cannot be used: .*(no such file|no start line).*sslrootcert/;
      await expect(open(url)).rejects.toThrow(StoreUnusable);
      await expect(open(url)).rejects.toThrow(advice);
      const { diagnoses } = await examinePostgres(url);
      expect(diagnoses).toMatchObject([
        { severity: 'wrong', message: expect.stringMatching(advice) },
      ]);
    });

    it('an error says how to set the authority if the server cannot be verified', async () => {
      const url = `${await server().freshUrl()}&sslmode=verify-full`;
      const advice = /^STORE_URL: .*self-signed certificate.*\. .*sslrootcert=/;
      await expect(open(url)).rejects.toThrow(StoreUnusable);
      await expect(open(url)).rejects.toThrow(advice);
      const { diagnoses } = await examinePostgres(url);
      expect(diagnoses).toMatchObject([{ message: expect.stringMatching(advice) }]);
    });
  });

  it.each<[what: string, change: (url: URL) => void, advice: RegExp]>([
    ['an unknown user', (url) => (url.username = 'nobody'), /user or the password/],
    ['a database that does not exist', (url) => (url.pathname = '/none'), /CREATE DATABASE/],
    [
      'a schema that does not exist',
      (url) => (url.search = '?options=-csearch_path%3Dno'),
      /CREATE SCHEMA/,
    ],
    ['a user without rights', (url) => (url.username = 'clerk'), /GRANT/],
  ])('an error says what to do about %s', async (_, change, advice) => {
    const url = new URL(await server().freshUrl());
    const client = new pg.Client(url.href);
    await client.connect();
    await client.query('DROP ROLE IF EXISTS clerk');
    await client.query('CREATE ROLE clerk LOGIN');
    await client.end();
    change(url);
    await expect(open(url.href)).rejects.toThrow(StoreUnusable);
    await expect(open(url.href)).rejects.toThrow(advice);
    const { diagnoses } = await examinePostgres(url.href);
    expect(diagnoses).toMatchObject([
      { severity: 'wrong', message: expect.stringMatching(advice) },
    ]);
  });

  it('a transaction fails without effect on others, which do not see it while it is open', async () => {
    const { sql } = await open();
    const add = (id: string) =>
      sql.tx(async (query) => {
        await query`INSERT INTO message (id, person, body, expires) VALUES (${id}, ${id}, ${''}, ${1})`;
        return sql.read`SELECT id, expires FROM message ORDER BY id`;
      });
    expect(await add('a')).toEqual([]);
    const ends = await Promise.allSettled([add('b'), add('a'), add('c')]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await sql.read`SELECT id, expires FROM message ORDER BY id`).toEqual(
      ['a', 'b', 'c'].map((id) => ({ id, expires: 1 })),
    );
  });

  it('a transaction that commits too late is written once and not repeated, and the store is lost', async () => {
    const url = await server().freshUrl();
    const { sql, lost } = await open(url);
    const run = (text: string) => sql.tx((query) => query(templateOf(text)));
    await run('CREATE TABLE late (at INT)');
    await run(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(${(2 * LEASE_MS) / 1_000}); RETURN NULL; END $$`);
    await run(`CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON late
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()`);
    await expect(run('INSERT INTO late VALUES (1)')).rejects.toThrow(StoreFailed);
    await lost;
    // Its session holds the lock until its commit is done.
    const { sql: next } = await open(url);
    expect(await next.read(templateOf('SELECT at FROM late'))).toEqual([{ at: 1 }]);
  });

  it('another process can own the store when the owner is killed or gives it back', async () => {
    const url = await server().freshUrl();
    const first = await startOwner(url, LONG_LEASE_MS);
    const opening = open(url);
    // It waits without a snapshot, which would stop VACUUM.
    await expect
      .poll(() => askingIn(url), { timeout: 5_000 })
      .toEqual([{ state: 'idle', snapshot: null }]);
    first.child.kill('SIGKILL');
    const second = await opening;
    await canWrite(second);
    const third = startOwner(url);
    await expect.poll(() => askingIn(url)).toHaveLength(1);
    await canWrite(second);
    await second.close();
    await third;
  });

  it('another process can own the store of a frozen owner, which writes nothing when it wakes', async () => {
    const urls = [await server().freshUrl(), await server().freshUrl()] as const;
    const [idle, busy] = await Promise.all([startOwner(urls[0]), startOwner(urls[1])]);
    busy.child.send('stay in a transaction');
    await busy.says('inside');
    for (const { child } of [idle, busy]) child.kill('SIGSTOP');
    const [next] = await Promise.all(urls.map((url) => open(url)));
    idle.child.send('write');
    idle.child.kill('SIGCONT');
    await idle.says({ lost: true, hasSlept: true });
    await idle.says({ held: false, written: false });
    if (next !== undefined) await canWrite(next);
  });

  it('a start stops waiting for the store when it is aborted, and an unusable store says why', async () => {
    const url = await server().freshUrl();
    await open(url);
    const openWith = (changed: string, signal?: AbortSignal) =>
      openPostgres({ url: changed, clock: systemClock, signal });
    await expect(openWith(url, AbortSignal.timeout(200))).rejects.toThrow('timeout');
    await expect(openWith(url)).rejects.toThrow(StoreInUse);
    await expect(openWith('postgres://127.0.0.1:1/bot')).rejects.toThrow(StoreFailed);
    await expect(openWith(url.replace('/postgres?', '/nowhere?'))).rejects.toThrow(StoreUnusable);
  });

  it('a process with another secret or version does not stand by: its start says what to do', async () => {
    const url = await server().freshUrl();
    const owner = await open(url, LONG_LEASE_MS);
    const [format] = await owner.sql.read`SELECT value FROM metadata WHERE name = 'format'`;
    const setFormat = (value: string) =>
      owner.sql.tx((query) => query`UPDATE metadata SET value = ${value} WHERE name = 'format'`);
    let waits = 0;
    const sleep: Clock['sleep'] = (...asked) => {
      waits += 1;
      return systemClock.sleep(...asked);
    };
    const start = (secret: string) =>
      openInstallation({ url, secret, clock: { ...systemClock, sleep }, signal: never });
    // The owner has made its tables, and its key not yet.
    const isRefused = expect(start(OTHER_SECRET)).rejects.toThrow(StoreUnusable);
    await expect.poll(() => waits).toBeGreaterThan(1);
    await openSeal(new MetadataTable(owner.sql, systemClock), SECRET);
    await isRefused;
    await expect(start(OTHER_SECRET)).rejects.toThrow('CACHE_SECRET does not open the store');
    await setFormat('2');
    await expect(start(SECRET)).rejects.toThrow('another version of imei-bot (format 2; this');
    await setFormat(String(format?.value));
    waits = 0;
    const standsBy = start(SECRET);
    await expect.poll(() => waits).toBeGreaterThan(1);
    await owner.close();
    await (await standsBy).database.close();
  });

  it.each([
    [
      "UPDATE metadata SET value = '2' WHERE name = 'format'",
      'another version of imei-bot (format 2; this',
    ],
    ['ALTER TABLE metadata RENAME COLUMN name TO title', 'another program'],
  ])('a store is refused and not changed after %s', async (change, says) => {
    const url = await server().freshUrl();
    const { sql, close } = await openPostgres({ url, clock: systemClock });
    await sql.tx((query) => query(templateOf(change)));
    await close();
    const refused = openPostgres({ url, clock: systemClock });
    await expect(refused).rejects.toThrow(StoreUnusable);
    await expect(refused).rejects.toThrow(says);
    // The server may notice a moment later that the refused session has ended.
    await expect
      .poll(() => examinePostgres(url))
      .toMatchObject({
        isReady: false,
        diagnoses: [
          { severity: 'fine', message: expect.stringContaining('answers') },
          { severity: 'wrong', message: expect.stringContaining(says) },
        ],
      });
  });

  it.runIf(isNight)(
    'reads may wait for their turn for longer than the time-out of a connection',
    async () => {
      const { sql, close } = await openPostgres({
        url: await server().freshUrl(),
        clock: systemClock,
      });
      const reads = Array.from({ length: 28 }, () => sql.read`SELECT pg_sleep(1), 7 AS seven`);
      const rows = (await Promise.all(reads)).flat();
      expect(rows.map(({ seven }) => seven)).toEqual(Array.from({ length: 28 }, () => 7));
      await close();
    },
  );

  it('an examination does not change the store', async () => {
    const url = await server().freshUrl();
    const said = async () => {
      const { diagnoses, ...found } = await examinePostgres(url);
      return { ...found, message: diagnoses.map(({ message }) => message).join(' ') };
    };
    const [empty, owned] = [/nothing in it/, /A bot owns/].map((text) =>
      expect.stringMatching(text),
    );
    expect(await said()).toMatchObject({ isInUse: false, isReady: false, message: empty });
    const { close } = await openPostgres({ url, clock: systemClock });
    expect(await said()).toMatchObject({ isInUse: true, isReady: true, message: owned });
    await close();
    expect(await said()).toMatchObject({ isInUse: false, isReady: true });
    const { diagnoses } = await examinePostgres('postgres://127.0.0.1:1/bot');
    expect(diagnoses).toMatchObject([{ severity: 'wrong' }]);
  });

  it('an examination reports a missing table, not an unreachable store', async () => {
    const url = await server().freshUrl();
    const { sql } = await open(url);
    await sql.tx((query) => query`ALTER TABLE answer RENAME TO away`);
    const found = await examinePostgres(url);
    expect(found).toMatchObject({ isInUse: true, isReady: false });
    expect(found.diagnoses.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      expect.stringMatching(/^fine: PostgreSQL .* answers/),
      expect.stringMatching(/^fine: A bot owns/),
      'wrong: The tables in STORE_URL cannot be read: relation "answer" does not exist. If one is missing, restore a backup; if not, look at the log of PostgreSQL.',
    ]);
  });

  it('the store is lost when the server stops, and can be owned again when the server is back', async () => {
    const url = await server().freshUrl();
    const { lost, isOwner, hasSlept } = await open(url, LONG_LEASE_MS);
    await server().stop();
    await lost;
    expect(hasSlept?.()).toBe(false);
    expect(isOwner()).toBe(false);
    await server().start();
    await canWrite(await open(url));
  });
});

it.each(['p@ss/w#rd', 'abc/word', '123/word', 'abc#word', '100#word'])(
  'no part of the password is taken for the host of PostgreSQL: %s',
  async (password) => {
    const url = `postgres://bot:${password}@127.0.0.1:1/bot`;
    const advice = /^STORE_URL: it cannot be used: .*in its password write %40 for @/;
    await expect(openPostgres({ url, clock: systemClock })).rejects.toThrow(StoreUnusable);
    const { diagnoses } = await examinePostgres(url);
    expect(diagnoses).toEqual([
      { about: 'store', severity: 'wrong', message: expect.stringMatching(advice) },
    ]);
  },
);

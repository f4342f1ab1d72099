import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../free-port.ts';
import { endWithTests } from '../process/end-with-tests.ts';
import { SELF_SIGNED } from '../self-signed.ts';

type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** The directory of the server programs on Debian. */
const DEBIAN = '/usr/lib/postgresql';
const versions = await readdir(DEBIAN).catch(() => []);
const folders = ['', ...versions.map((version) => join(DEBIAN, version, 'bin'))];
const folder = folders.find(
  (place) => spawnSync(join(place, 'initdb'), ['--version']).status === 0,
);

/**
 * Whether PostgreSQL is installed. Without it, its tests are reported as skipped; in CI, the run
 * fails.
 */
export const hasPostgres = folder !== undefined;

if (!hasPostgres && process.env.CI !== undefined) {
  throw new Error('postgresql is not installed, and CI runs no test run without it.');
}

/** One server for the tests of a block; returns it once they run. */
export function sharedPostgres(): () => PostgresServer {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server?.destroy());
  return () => {
    if (server === undefined) throw new Error('PostgreSQL runs only while the tests do');
    return server;
  };
}

/** Starts a new real PostgreSQL server. */
async function startPostgres() {
  // Not in the folder of the run: the user of the server has no access there.
  const data = await mkdtemp('/tmp/imei-bot-postgres-');
  const port = await freePort();
  const as = await notRoot(data);
  const initdb = spawn(
    join(folder ?? '', 'initdb'),
    [
      '--pgdata',
      data,
      '--auth=trust',
      '--username=bot',
      '--no-sync',
      '--no-locale',
      '--encoding=UTF8',
    ],
    as,
  );
  const [code] = await once(initdb, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
  const files = { 'server.crt': SELF_SIGNED.cert, 'server.key': SELF_SIGNED.key };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    if (as.uid !== undefined && as.gid !== undefined) await chown(join(data, name), as.uid, as.gid);
  }
  const launch = async () => {
    const child = spawn(
      join(folder ?? '', 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F', '-l'],
      as,
    );
    endWithTests(child);
    while (!(await answers(port))) {
      if (child.exitCode !== null) {
        throw new Error(`postgres ended with ${child.exitCode} at its start`);
      }
      await delay(50);
    }
    return child;
  };
  let child = await launch();
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // Ends all sessions.
    child.kill('SIGINT');
    await ended;
  };
  let schemas = 0;
  return {
    /** A URL of a new and empty schema. */
    freshUrl: async (): Promise<string> => {
      schemas += 1;
      const client = new pg.Client(urlOf(port));
      await client.connect();
      await client.query(`CREATE SCHEMA bot${schemas}`);
      await client.end();
      return `${urlOf(port)}?options=-csearch_path%3Dbot${schemas}`;
    },
    stop,
    start: async (): Promise<void> => {
      child = await launch();
    },
    /** Removes the server and its data. */
    destroy: async (): Promise<void> => {
      await stop();
      await rm(data, { recursive: true });
    },
  };
}

/** PostgreSQL does not run as root. */
async function notRoot(data: string): Promise<SpawnOptions> {
  if (process.getuid?.() !== 0) return { stdio: 'ignore' };
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  );
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres');
  await chown(data, uid, gid);
  return { stdio: 'ignore', uid, gid, cwd: data };
}

function urlOf(port: number): string {
  return `postgres://bot@127.0.0.1:${port}/postgres`;
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client(urlOf(port));
  client.on('error', () => undefined);
  const isUp = await client.connect().then(
    () => true,
    () => false,
  );
  if (isUp) await client.end();
  return isUp;
}

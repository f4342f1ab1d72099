import { execFile } from 'node:child_process';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXIT } from '../../src/core/operator/operator-error.ts';
import { childEnvironment } from '../support/process/child-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PARTS =
  'package.json package-lock.json locales docs deploy README.md CHANGELOG.md SECURITY.md LICENSE .env.example'.split(
    ' ',
  );

const run = promisify(execFile);

/** A folder in which nothing is but the package. */
let home: string;
let copy: string;

/** As `npm publish` does; that its own scripts work is seen by `.ci/run`. */
async function pack(): Promise<string> {
  for (const part of PARTS) await cp(join(ROOT, part), join(copy, part), { recursive: true });
  await run('npx', ['--no-install', 'rolldown', '--config', '--dir', join(copy, 'dist', 'src')], {
    cwd: ROOT,
  });
  await rename(join(copy, 'package-lock.json'), join(copy, 'npm-shrinkwrap.json'));
  const { stdout } = await run('npm', ['pack', '--json', '--silent'], { cwd: copy });
  const [packed] = z
    .array(z.object({ filename: z.string() }))
    .parse(JSON.parse(stdout.slice(stdout.indexOf('['))));
  return join(copy, packed?.filename ?? '');
}

/** Runs the installed program, without the compilers and scripts that npm could have used. */
function start(...words: string[]) {
  return run('npx', ['--no-install', 'imei-bot', ...words], {
    cwd: home,
    env: childEnvironment({ PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home }),
  });
}

/** The folders of all libraries for SQLite. */
async function findSqlite(): Promise<string[]> {
  const { stdout } = await run('npm', ['ls', 'sqlite3', '--all', '--parseable'], { cwd: home });
  return stdout.trim().split('\n');
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'imei-bot-package-'));
  copy = await mkdtemp(join(tmpdir(), 'imei-bot-pack-'));
  const words = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  await run('npm', [...words, await pack()], { cwd: home });
});

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
});

describe('the npm package', () => {
  it('answers one IMEI by npx in an empty folder, without any install script', async () => {
    const { stdout } = await start('490154203237518');
    expect(stdout).toContain('NOKIA 3110');
  });

  it('brings one library for SQLite', async () => {
    expect(await findSqlite()).toHaveLength(1);
  });

  it('reads a table in its process', async () => {
    await writeFile(join(home, 'stock.csv'), 'imei,shelf\n490154203237518,A1\n');
    const { stdout } = await start('/imei file:stock.csv');
    expect(stdout).toContain('stock-checked');
  });

  it('names the command that compiles SQLite where no build fits', async () => {
    const [library = ''] = await findSqlite();
    await rename(join(library, 'prebuilds'), join(library, 'elsewhere'));
    await expect(start('490154203237518')).rejects.toMatchObject({
      code: EXIT.config,
      stderr: expect.stringContaining(`npm --prefix ${library}`),
    });
  });
});

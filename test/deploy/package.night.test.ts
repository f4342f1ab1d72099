import { execFile } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { childEnvironment } from '../support/process/child-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PARTS =
  'package.json package-lock.json locales docs deploy README.md CHANGELOG.md SECURITY.md LICENSE .env.example'.split(
    ' ',
  );

const run = promisify(execFile);
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
});

/** A folder in which nothing is but the package, as `npm install` would have put it there. */
let home: string;
let copy: string;

/** As `npm publish` does; that its own scripts work is seen by `.ci/run`. */
async function pack(): Promise<string> {
  for (const part of PARTS) await cp(join(ROOT, part), join(copy, part), { recursive: true });
  await run('npx', ['--no-install', 'rolldown', '--config', '--dir', join(copy, 'dist', 'src')], {
    cwd: ROOT,
  });
  await rename(join(copy, 'package-lock.json'), join(copy, 'npm-shrinkwrap.json'));
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--ignore-scripts'], {
    cwd: copy,
  });
  const [packed] = z
    .array(z.object({ filename: z.string() }))
    .parse(JSON.parse(stdout.slice(stdout.indexOf('['))));
  return join(copy, packed?.filename ?? '');
}

/**
 * What `npm install` does, with the packages of the project instead of new ones, and none that only
 * its tests use.
 */
async function install(archive: string): Promise<void> {
  const modules = join(home, 'node_modules');
  const installed = join(modules, 'imei-bot');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', installed]);
  const { packages } = lockSchema.parse(
    JSON.parse(await readFile(join(installed, 'npm-shrinkwrap.json'), 'utf8')),
  );
  for (const [path, { dev }] of Object.entries(packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    await mkdir(dirname(join(installed, path)), { recursive: true });
    // Some are for other systems, and not there.
    await symlink(join(ROOT, path), join(installed, path)).catch(() => undefined);
  }
  const program = join(installed, 'dist', 'src', 'main.js');
  await chmod(program, 0o755);
  await mkdir(join(modules, '.bin'));
  await symlink(program, join(modules, '.bin', 'imei-bot'));
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'imei-bot-package-'));
  copy = await mkdtemp(join(tmpdir(), 'imei-bot-pack-'));
  const archive = await pack();
  await install(archive);
});

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
});

describe('the npm package', () => {
  it('answers one IMEI by npx in an empty folder', async () => {
    const { stdout } = await run('npx', ['--no-install', 'imei-bot', '490154203237518'], {
      cwd: home,
      env: childEnvironment({ PATH: process.env.PATH ?? '', HOME: home }),
    });
    expect(stdout).toContain('NOKIA 3110');
  });

  it('reads a table in its process', async () => {
    await writeFile(join(home, 'stock.csv'), 'imei,shelf\n490154203237518,A1\n');
    const { stdout } = await run('npx', ['--no-install', 'imei-bot', '/imei file:stock.csv'], {
      cwd: home,
      env: childEnvironment({ PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home }),
    });
    expect(stdout).toContain('stock-checked');
  });
});

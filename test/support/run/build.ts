import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { removedAtEnd } from './setup.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** A folder inside the project, so that Node finds the packages. */
const BUILDS = join(ROOT, 'node_modules', '.cache');
const BUNDLER = join(ROOT, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
const SETTINGS = join('test', 'support', 'rolldown.config.js');

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory with the project as JavaScript. */
    readonly built: string;
  }
}

/**
 * Bundles the project once for all tests that start it as a process of its own, since Node 20 runs
 * no TypeScript, and since a start that reads six hundred files takes twice the time of one that
 * reads some eighty. Every run has a build of its own, so that runs at the same time do not write
 * over each other's. Types are checked elsewhere.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(BUILDS, { recursive: true });
  const built = await mkdtemp(join(BUILDS, 'imei-bot-test-'));
  const remove = removedAtEnd(built);
  await promisify(execFile)(process.execPath, [BUNDLER, '--config', SETTINGS, '--dir', built], {
    cwd: ROOT,
  });
  await writeFile(join(built, 'package.json'), '{ "type": "module" }\n');
  project.provide('built', built);
  return remove;
}

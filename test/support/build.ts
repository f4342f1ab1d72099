import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Inside the project, so that the packages are found from there. */
const BUILDS = join(ROOT, 'node_modules', '.cache');
/** The compiler's exit code where something is wrong in some file: of no concern to tests that do not need that file. */
const EMITTED_ALL_THE_SAME = 2;

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory in which the project stands as JavaScript. */
    readonly built: string;
  }
}

/**
 * Compiles the project once for all tests that start it as a process of its own, since Node 20 runs no TypeScript. Every
 * run has a build of its own, so that runs at the same time do not write over each other's. Types are checked elsewhere.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(BUILDS, { recursive: true });
  const built = await mkdtemp(join(BUILDS, 'imei-bot-test-'));
  await compileInto(built);
  project.provide('built', built);
  return () => rm(built, { recursive: true, force: true });
}

async function compileInto(directory: string): Promise<void> {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const settings = ['-p', 'tsconfig.json', '--noEmit', 'false', '--noCheck', '--outDir', directory];
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, [compiler, ...settings], { cwd: ROOT }, (error, stdout) => {
      if (error === null || error.code === EMITTED_ALL_THE_SAME) resolve();
      else reject(new Error(`the project does not compile:\n${stdout}`, { cause: error }));
    });
  });
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }\n');
}

import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import { Runner, type RunnerOptions } from '../../../src/files/work/runner.ts';

/**
 * A file of the program as JavaScript, named as in `src`: what runs by itself cannot be TypeScript.
 */
export function builtFile(name: string): URL {
  return new URL(`src/${name}`, `${pathToFileURL(inject('built')).href}/`);
}

/** What reads files, as JavaScript. */
export const builtFiles = (): RunnerOptions => ({
  child: builtFile('files/work/child.js'),
  thread: builtFile('files/thread.js'),
});

/** A runner whose processes run as JavaScript. */
export function createBuiltRunner(options: Omit<RunnerOptions, 'child'> = {}): Runner {
  return new Runner({ ...builtFiles(), ...options });
}
